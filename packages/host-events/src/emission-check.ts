import { HostEventsError } from './host-events-error.ts';
import { type Emission, type HostEventType, RESERVED_PREFIX } from './host-event.ts';

/** Says where a payload looks as if it held a secret (JSON Pointer), or null (H3.1). */
export type SecretCheck = (payload: object) => string | null;

export interface EmissionRules {
  readonly types: ReadonlyMap<string, HostEventType>;
  readonly maxPayloadBytes: number;
  readonly secretCheck: SecretCheck;
}

const WORKSPACE = /^[!-~]{1,128}$/;
// oxlint-disable-next-line no-control-regex -- controls are what it refuses
const TENANT = /^[^\u0000-\u001f\u007f]{1,128}$/;

/** The payload as the JSON text that is stored and sent, or `HostEventsError`. `reserved`: the trigger's own types, and no others. */
export function checkEmission(
  rules: EmissionRules,
  emission: Emission,
  reserved: boolean,
): { readonly type: HostEventType; readonly payloadJson: string } {
  const { tenant, workspaceId } = emission;
  if (emission.type.startsWith(RESERVED_PREFIX) !== reserved) throw new HostEventsError('reserved-type');
  const type = rules.types.get(emission.type);
  if (type === undefined) throw new HostEventsError('unknown-type');
  if (!TENANT.test(tenant)) throw new HostEventsError('invalid-tenant');
  if (workspaceId !== undefined && !WORKSPACE.test(workspaceId)) throw new HostEventsError('invalid-workspace');
  const payloadJson = jsonOf(emission.payload);
  checkPayload(type, payloadJson, rules.maxPayloadBytes);
  const secret = rules.secretCheck(emission.payload);
  if (secret !== null) throw new HostEventsError('secret-payload', { path: secret });
  return { type, payloadJson };
}

function jsonOf(payload: object): string {
  try {
    const json: unknown = JSON.stringify(payload);
    if (typeof json === 'string' && json.startsWith('{')) return json;
  } catch (cause) {
    throw new HostEventsError('invalid-payload', { cause, path: '' });
  }
  throw new HostEventsError('invalid-payload', { path: '' });
}

function checkPayload({ decodePayload }: HostEventType, json: string, maxBytes: number): void {
  try {
    decodePayload(json, { maxBytes });
  } catch (cause) {
    const { path } = cause as { readonly path?: unknown };
    throw new HostEventsError('invalid-payload', { cause, path: typeof path === 'string' ? path : '' });
  }
}
