import { maySeeDescriptions, type DescriptionAccess } from './descriptions.ts';
import type { HttpExchange } from './http-exchange.ts';
import { GATEWAY_LIMITS, type GatewayLimitName, type Limits } from './limits.ts';
import type { Service } from './service.ts';

/** Address of the discovery document (H5.2). */
export const DISCOVERY_PATH = '/.well-known/tidemark';

export interface DiscoverySource {
  readonly service: Service;
  readonly access: DescriptionAccess;
  /** Path in front of the contract's own. */
  readonly prefix: string;
  readonly families: () => Readonly<Record<string, unknown>>;
}

/**
 * The discovery document: families at root keys and every named limit for everybody; bindings and description digests for callers who may see
 * them (R1.9). Limits of several services that share a name are the service's own under `services`, and the first one's at the root.
 */
export async function discoveryDocument(
  gatewayLimits: Limits,
  sources: readonly DiscoverySource[],
  exchange: HttpExchange,
): Promise<object> {
  const services: object[] = [];
  const limits: Record<string, number> = {};
  const families: Record<string, unknown> = {};
  for (const source of sources) {
    for (const [name, value] of Object.entries(source.service.runtime.limits)) limits[name] ??= value;
    Object.assign(families, source.families());
    // One after the other: pending authentications are bounded for all callers together.
    if (await maySeeDescriptions(source.service, source.access, exchange)) services.push(describe(source));
  }
  const all = { ...limits, ...gatewayLimits };
  return { ...families, limits: all, limitUnits: unitsOf(all), services };
}

function describe({ service, prefix, access }: DiscoverySource): object {
  const { descriptor, limits } = service.runtime;
  return {
    id: descriptor.id,
    version: descriptor.version,
    limits,
    bindings: {
      http: descriptor.operations.length > 0,
      sse: descriptor.streams.map(({ name, method, path }) => ({ name, method, path: prefix + path })),
      // B3.7: RFC 8441 is never offered.
      webSocket: descriptor.sockets.map(({ name, path, subprotocol }) => ({
        name,
        path: prefix + path,
        subprotocol,
        http2ExtendedConnect: false,
      })),
    },
    descriptions:
      access === 'off'
        ? []
        : descriptor.descriptions.map(({ file, digest, mediaType }) => ({ path: `${prefix}/${file}`, mediaType, digest })),
  };
}

/** Unit of each limit that is the gateway's; a contract's units are in its description. */
function unitsOf(limits: Limits): Readonly<Record<string, string>> {
  const names = Object.keys(limits).filter((name): name is GatewayLimitName => Object.hasOwn(GATEWAY_LIMITS, name));
  return Object.fromEntries(names.map((name) => [name, GATEWAY_LIMITS[name].unit]));
}
