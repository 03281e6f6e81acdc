import { describedBy } from './published.ts';
import { KitFault } from '../scenario/kit-fault.ts';

/** A request of the kit's before it is sent. */
export interface OwnRequest {
  readonly method: string;
  /** With its query. */
  readonly target: string;
  readonly lastEventId: readonly string[];
  readonly body: unknown;
}

const CURSOR = /^[^\0\r\n]*$/;

/**
 * Holds the kit to the published description (K3.2). Requests that are wrong on purpose are marked by the scenario and not checked.
 *
 * @throws KitFault
 */
export function checkOwnRequest({ method, target, lastEventId, body }: OwnRequest): void {
  const url = new URL(target, 'http://kit.invalid');
  const route = `${method} ${url.pathname}`;
  if (route === 'GET /.well-known/tidemark') return;
  if (route === 'POST /host/events/test') {
    const problem = describedBy('portable', 'HostTestTrigger', body);
    if (problem !== null) throw new KitFault(`the kit's trigger is not what the description says: ${problem}`);
    return;
  }
  if (route !== 'GET /host/events') throw new KitFault(`the kit sends ${route}, which the description does not have`);
  for (const [name, value] of url.searchParams) {
    const known = (name === 'replay' && value === 'required') || (name === 'resumable' && (value === 'true' || value === 'false'));
    if (!known) throw new KitFault(`the kit sends the query ${name}, which the description does not have in this form`);
  }
  if (lastEventId.length > 1 || !CURSOR.test(lastEventId[0] ?? '')) {
    throw new KitFault('the kit sends a Last-Event-ID that no header can carry, or several');
  }
}
