import { validationError } from '@tidemark/host-events-server';

/** What the emit seam is asked (H3.2): a closed object. */
export interface SeamBody {
  readonly type: string;
  readonly workspaceId: string | undefined;
  readonly payload: object;
}

const KEYS: ReadonlySet<string> = new Set(['type', 'workspaceId', 'payload']);

/** From any bounded JSON object; throws `validation_error` with code and path. Types, workspaces and payloads are the service's to judge. */
export function decodeSeamBody(body: object): SeamBody {
  for (const key of Object.keys(body))
    if (!KEYS.has(key)) throw refusal('unknown-field', `/body/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const {
    type,
    workspaceId,
    payload = {},
  } = body as { readonly type?: unknown; readonly workspaceId?: unknown; readonly payload?: unknown };
  if (type === undefined) throw refusal('missing-field', '/body/type');
  if (typeof type !== 'string') throw refusal('wrong-type', '/body/type');
  if (workspaceId !== undefined && typeof workspaceId !== 'string') throw refusal('wrong-type', '/body/workspaceId');
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) throw refusal('wrong-type', '/body/payload');
  return { type, workspaceId, payload };
}

function refusal(code: string, path: string): Error {
  return validationError({ details: { code, path: path.slice(0, 400) } });
}
