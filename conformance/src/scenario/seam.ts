import type { ObservedExchange } from '../observation/host-event-run.ts';
import { PLATFORM } from '../platform.ts';
import { askWhole, connectHost, whileBusy } from './host-connection.ts';

export interface SeamEmission {
  readonly type: string;
  readonly workspaceId?: string;
  readonly payload: object;
}

/** Emits through the seam of H3.2, which a host may have opened for tests. */
export function emitThroughSeam(url: string, token: string, emission: SeamEmission): Promise<ObservedExchange> {
  const tokens = { first: token, second: '', stranger: '' };
  const host = connectHost({ url: new URL(url), tokens, platform: PLATFORM, tap: null, openMs: 15_000, answerMs: 15_000 });
  const target = '/conformance/seams/sample/host-events/emit';
  return whileBusy(
    host,
    () => askWhole(host, { caller: 'first', method: 'POST', target, body: emission, deliberate: true }),
    ({ head }) => head,
  );
}
