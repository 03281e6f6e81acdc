import { decodeContent, isRecord } from '../judges/derive.ts';
import type { Caller, Delivery, ObservedTrigger } from '../observation/host-event-run.ts';
import { askWhole, whileBusy, type HostConnection } from './host-connection.ts';

/** What a header can carry; an id beyond it is judged in the envelope, and never sent back. */
const SENDABLE_ID = /^\P{Cc}{1,4096}$/u;

/** Causes one test event (RFC 0241), as often as the host asks to wait. */
export async function trigger(
  host: HostConnection,
  caller: Caller,
  delivery: Delivery,
  workspaceId: string | null,
): Promise<ObservedTrigger> {
  const body = workspaceId === null ? { delivery } : { delivery, workspaceId };
  return whileBusy(
    host,
    async (): Promise<ObservedTrigger> => {
      const asked = host.tick();
      const exchange = await askWhole(host, { caller, method: 'POST', target: '/host/events/test', body });
      const answer = exchange.head?.status === 202 ? decodeContent(exchange) : undefined;
      const member = (name: string): string | null => (isRecord(answer) && typeof answer[name] === 'string' ? answer[name] : null);
      const eventId = member('eventId');
      return {
        caller,
        delivery,
        exchange,
        asked,
        answered: host.tick(),
        eventId: eventId !== null && SENDABLE_ID.test(eventId) ? eventId : null,
        type: member('type'),
        via: 'trigger',
      };
    },
    ({ exchange }) => exchange.head,
  );
}
