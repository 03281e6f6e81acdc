import { type Input, parseJson } from '@tidemark/codec';
import type { ClientContext } from './context.ts';
import type { OperationDescriptor } from './descriptor.ts';
import { operationMethod } from './operation.ts';
import type { CallOptions } from './options.ts';

/** How the descriptions that a client was generated from relate to those that the server publishes (C4.2a). */
export interface DescriptionCheck {
  /** `undisclosed`: the server does not list this service, or not to this caller. */
  readonly status: 'same' | 'different' | 'undisclosed';
  /** Version of the contract that the server publishes, where it does. */
  readonly serverVersion: string | undefined;
  /** Version of the contract that the client was generated from. */
  readonly clientVersion: string;
}

/** The part of the discovery document that is read. It is open: families and later additions stand beside it. */
interface ListedService {
  readonly id: string;
  readonly version: string;
  readonly digests: readonly string[];
}

/** A document of many families is larger than an answer of one. */
const maxDiscoveryBytes = 1024 * 1024;

/** Address of the discovery document, at the root of the origin (RFC 8615). */
const discoveryPath = '/.well-known/tidemark';

/**
 * The client method that asks the server's discovery document for the digests of its descriptions, with the caller's credential.
 * It rejects as an operation does; a document without services is `undisclosed`, one that is no discovery document `decode-failed`.
 */
export function descriptionCheck(context: ClientContext): (options?: CallOptions) => Promise<DescriptionCheck> {
  const { id, version, digests, security } = context.service;
  const atOrigin = { ...context, baseUrl: new URL(context.baseUrl).origin };
  const operation: OperationDescriptor<unknown, readonly ListedService[]> = {
    name: 'checkDescriptions',
    method: 'GET',
    path: discoveryPath,
    access: Object.keys(security).map((scheme) => ({ scheme, scopes: [] })),
    parameters: [],
    responses: { 200: { decode: listedServices } },
    result: 'body',
  };
  const read = operationMethod(atOrigin, operation);
  return async (options) => {
    const listed = (await read(options)).find((service) => service.id === id);
    const known = Object.values(digests).filter((digest) => digest !== undefined);
    const same = known.every((digest) => listed?.digests.includes(digest) === true);
    const status = listed === undefined || listed.digests.length === 0 ? 'undisclosed' : same ? 'same' : 'different';
    return { status, serverVersion: listed?.version, clientVersion: version };
  };
}

function listedServices(input: Input): readonly ListedService[] {
  const document =
    typeof input === 'string' || input instanceof Uint8Array ? parseJson(input, { maxBytes: maxDiscoveryBytes }) : input.value;
  const services = propertyOf(document, 'services') ?? [];
  if (typeof document !== 'object' || document === null || !Array.isArray(services)) throw new TypeError('This is no discovery document.');
  return services.map((service: unknown) => {
    const descriptions = propertyOf(service, 'descriptions');
    const digests = Array.isArray(descriptions) ? descriptions.map((description) => propertyOf(description, 'digest')) : [];
    return {
      id: String(propertyOf(service, 'id')),
      version: String(propertyOf(service, 'version')),
      digests: digests.filter((digest) => typeof digest === 'string'),
    };
  });
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
