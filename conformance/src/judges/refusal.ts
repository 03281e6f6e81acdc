import { headerValues, mediaType } from '../http/response-head.ts';
import type { HostEventRun, ObservedRefusal, RefusalCause } from '../observation/host-event-run.ts';
import { describedBy } from '../description/published.ts';
import { decodeContent, errorCode, opensStream, REFUSAL_CODE, statusText } from './derive.ts';
import { judgeOf, type Judge } from './judgement.ts';

const SSE_TEXT = /^(?::|(?:event|data|id|retry)(?::|\r|\n))/;

/** Every accepted outcome of a cause; without `resumed` only the refusal will do. */
export function refuses(requirement: string, cause: RefusalCause, accepted: readonly ('refused' | 'resumed')[] = ['refused']): Judge {
  return judgeOf(requirement, (run, note) => {
    note.missing(`no cursor of this kind (${cause}) could be sent`);
    for (const { exchange } of run.refusals.filter((refusal) => refusal.cause === cause)) {
      note.observed();
      const refused = exchange.head?.status === 409 && errorCode(exchange) === REFUSAL_CODE;
      const resumed = accepted.includes('resumed') && opensStream(exchange);
      if (!refused && !resumed) {
        const code = errorCode(exchange);
        const got = opensStream(exchange)
          ? 'a stream was opened'
          : `${statusText(exchange)}${code === null ? '' : ` ${code.slice(0, 64)}`}`;
        note.fault(`a cursor of the kind '${cause}' was not refused with 409 ${REFUSAL_CODE}: ${got}`, exchange);
      }
    }
  });
}

const beforeAnySseByte = judgeOf('0250.c.before-any-sse-byte', (run, note) => {
  note.missing('no cursor was refused');
  for (const { exchange } of run.refusals) {
    if (exchange.head === null) {
      if (exchange.end !== 'malformed') continue;
      note.observed();
      note.fault(`bytes came before the status line: ${exchange.problem ?? ''}`, exchange);
    } else if (exchange.head.status !== 200) {
      note.observed();
      const starts = SSE_TEXT.test(Buffer.from(exchange.content.subarray(0, 16)).toString('latin1'));
      if (starts || mediaType(exchange.head) === 'text/event-stream') note.fault('the refusal carries event-stream bytes', exchange);
    } else if (opensStream(exchange) && exchange.end !== 'closed-by-kit') {
      note.observed();
      note.fault('the host opened a stream and then ended it, instead of refusing before the first byte', exchange);
    }
  }
});

const byteIdentical = judgeOf('0250.c.byte-identical', (run, note) => {
  note.missing('fewer than two causes were refused, so nothing could be compared');
  const refused = refusedOnes(run);
  if (new Set(refused.map(({ cause }) => cause)).size < 2) return;
  const kinds = new Map<string, ObservedRefusal[]>();
  for (const refusal of refused) {
    note.observed();
    const key = `${refusal.exchange.head?.status ?? 0} ${Buffer.from(refusal.exchange.content).toString('base64')}`;
    kinds.set(key, [...(kinds.get(key) ?? []), refusal]);
  }
  const [largest, ...others] = [...kinds.values()].toSorted((a, b) => b.length - a.length);
  for (const other of others) {
    note.fault(`status and body for ${causesOf(other)} differ from those for ${causesOf(largest)}`, other[0]?.exchange ?? null);
  }
});

function causesOf(refusals: readonly ObservedRefusal[] = []): string {
  return [...new Set(refusals.map(({ cause }) => cause))].join(', ');
}

/** What the first caller was refused with, whatever the status: an answer that opens no stream. */
export function refusedOnes(run: HostEventRun): ObservedRefusal[] {
  return run.refusals.filter(({ exchange }) => exchange.caller === 'first' && exchange.head !== null && exchange.head.status >= 400);
}

const errorRow = judgeOf('0250.c.error-row', (run, note) => {
  note.missing('no cursor was refused with 409');
  for (const { exchange } of run.refusals.filter((refusal) => refusal.exchange.head?.status === 409)) {
    note.observed();
    const problem = describedBy('portable', 'HostEventResyncRequiredError', decodeContent(exchange));
    if (problem !== null) note.fault(`the body is not the registered error: ${problem}`, exchange);
  }
});

const notRetriable = judgeOf('0250.c.not-retriable', (run, note) => {
  note.missing('no cursor was refused with 409');
  for (const { exchange } of run.refusals) {
    if (exchange.head?.status !== 409) continue;
    note.observed();
    if (headerValues(exchange.head, 'retry-after').length > 0) note.fault('Retry-After invites to retry what is not retriable', exchange);
  }
});

/** A shorter text may stand in a date or a length by chance, so its presence shows nothing. */
const TELLABLE = 8;

/** As it was sent, and as a host may write it into JSON or into an address. */
function formsOf(text: string): string[] {
  return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text.toWellFormed())];
}

const echoesNothing = judgeOf('0250.d.refusal-echoes-nothing', (run, note) => {
  note.missing('no cursor was refused');
  const eventIds = run.triggers.flatMap(({ eventId }) => eventId ?? []);
  for (const { exchange, cursor } of run.refusals) {
    if (exchange.head === null || opensStream(exchange)) continue;
    note.observed();
    const bytes = Buffer.concat([exchange.head.bytes, exchange.content]);
    const holds = (text: string): boolean => text.length >= TELLABLE && formsOf(text).some((form) => bytes.includes(form));
    if (holds(cursor)) note.fault('the refusal echoes the cursor', exchange);
    if (run.secrets.some(holds)) note.fault('the refusal echoes a credential', exchange);
    if (eventIds.some((id) => id !== cursor && holds(id))) note.fault('the refusal names an event', exchange);
  }
});

const authFirst = judgeOf('0250.c.authentication-own-answer', (run, note) => {
  note.missing('no request with a credential that the host does not know was answered');
  for (const exchange of run.strangers) {
    if (exchange.head === null) continue;
    note.observed();
    const { status } = exchange.head;
    if (status !== 401 && status !== 403) note.fault(`an unknown credential with a cursor got status ${status}, not 401 or 403`, exchange);
  }
});

const withoutMode = judgeOf('0250.s.without-mode-unchanged', (run, note) => {
  note.missing('no request without the mode was answered');
  for (const exchange of run.withoutMode) {
    if (exchange.head === null) continue;
    note.observed();
    if (errorCode(exchange) === REFUSAL_CODE) note.fault('a request without replay=required was refused as if it had the mode', exchange);
  }
});

export const REFUSAL_JUDGES: readonly Judge[] = [
  refuses('0250.c.refuses-unknown', 'unknown'),
  refuses('0250.c.refuses-malformed', 'malformed'),
  refuses('0250.c.refuses-over-long', 'over-long'),
  refuses('0250.c.refuses-ephemeral', 'ephemeral'),
  refuses('0250.c.refuses-foreign', 'foreign'),
  beforeAnySseByte,
  byteIdentical,
  errorRow,
  notRetriable,
  echoesNothing,
  authFirst,
  withoutMode,
];
