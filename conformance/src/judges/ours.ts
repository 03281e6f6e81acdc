import { headerValues } from '../http/response-head.ts';
import type { ObservedRefusal } from '../observation/host-event-run.ts';
import { countOf, errorCode, NOT_ALIVE, opensStream, resumedStreams, statusText } from './derive.ts';
import { PUBLISHED_DESCRIPTION_JUDGE } from './envelope.ts';
import { judgeOf, type Judge } from './judgement.ts';
import { refusedOnes, refuses } from './refusal.ts';
import { survives } from './resume.ts';

const headersIdentical = judgeOf('tidemark.h2.4a.headers-identical', (run, note) => {
  note.missing('fewer than two cursors were refused');
  const refused = refusedOnes(run);
  if (refused.length < 2) return;
  const heads = refused.map(headWithoutDate);
  for (const [index, head] of heads.entries()) {
    note.observed();
    if (head !== heads[0])
      note.fault('the head of a refusal differs from that of another by more than Date', refused[index]?.exchange ?? null);
  }
});

function headWithoutDate({ exchange }: ObservedRefusal): string {
  const lines = exchange.head?.headers.filter(({ name }) => name.toLowerCase() !== 'date') ?? [];
  return [exchange.head?.status, exchange.head?.reason, ...lines.map(({ name, value }) => `${name}: ${value}`)].join('\n');
}

const noStore = judgeOf('tidemark.h2.4a.no-store', (run, note) => {
  note.missing('no cursor was refused');
  for (const { exchange } of refusedOnes(run)) {
    note.observed();
    const control = exchange.head === null ? [] : headerValues(exchange.head, 'cache-control');
    if (!control.join(',').toLowerCase().includes('no-store'))
      note.fault('a refusal may be stored: Cache-Control: no-store is absent', exchange);
  }
});

const streamHead = judgeOf('tidemark.b1.1.stream-head', (run, note) => {
  note.missing('no stream was opened');
  for (const { exchange } of run.streams) {
    if (exchange.head === null || !opensStream(exchange)) continue;
    note.observed();
    const control = headerValues(exchange.head, 'cache-control').join(',').toLowerCase();
    for (const wanted of ['no-store', 'no-transform']) {
      if (!control.includes(wanted)) note.fault(`Cache-Control of a stream lacks ${wanted}`, exchange);
    }
    if (headerValues(exchange.head, 'content-encoding').length > 0) note.fault('a stream is compressed', exchange);
  }
});

const oddities = judgeOf('tidemark.h2.3.undefined-forms', (run, note) => {
  note.missing('no request of an undefined form was answered');
  for (const { exchange, what } of run.oddities) {
    if (exchange.head === null) continue;
    note.observed();
    if (exchange.head.status !== 400 || errorCode(exchange) !== 'validation_error') {
      note.fault(`a request with ${what} was answered with ${statusText(exchange)}, not 400 validation_error`, exchange);
    }
  }
});

/** Medians of the causes against the spread of one cause with itself (A/A). Only where the operator asked for enough requests. */
const timing = judgeOf('tidemark.h2.4a.timing', (run, note) => {
  note.missing(`fewer than ${MIN_TIMINGS} requests per cause were timed`);
  const byCause = new Map<string, number[]>();
  for (const { cause, milliseconds, exchange } of refusedOnes(run)) {
    if (exchange.caller === 'first') byCause.set(cause, [...(byCause.get(cause) ?? []), milliseconds]);
  }
  const enough = [...byCause].filter(([, times]) => times.length >= MIN_TIMINGS);
  const control = enough.find(([cause]) => cause === 'unknown')?.[1];
  if (enough.length < 2 || control === undefined) return;
  const spread = spreadOf(control);
  for (const [cause, times] of enough) {
    note.observed();
    const difference = Math.abs(medianOf(times) - medianOf(control));
    if (difference > spread)
      note.fault(
        `the median for '${cause}' differs by ${difference.toFixed(3)} ms from that for 'unknown'; its own halves differ by ${spread.toFixed(3)} ms`,
        null,
      );
  }
});

/** H2.4a asks for 2,000; fewer support no comparison of medians on a shared machine. */
export const MIN_TIMINGS = 200;

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** The largest difference between medians of interleaved quarters of the same cause, doubled: what chance alone makes. */
function spreadOf(times: readonly number[]): number {
  const quarters = [0, 1, 2, 3].map((quarter) => medianOf(times.filter((_time, index) => index % 4 === quarter)));
  return 2 * (Math.max(...quarters) - Math.min(...quarters));
}

const removedLeftOut = judgeOf('0250.d.removed-left-out', (run, note) => {
  note.missing(run.removed.length === 0 ? 'no adapter removed an event' : NOT_ALIVE);
  for (const { stream } of resumedStreams(run, ['removal'])) {
    for (const eventId of run.removed) {
      note.observed();
      if (countOf(stream, eventId) > 0) note.fault('a removed event was replayed', stream.exchange);
    }
  }
});

/** Rows of ours, and legs of the specification that only an operator's adapter can cause. Never scored. */
export const UNSCORED_JUDGES: readonly Judge[] = [
  PUBLISHED_DESCRIPTION_JUDGE,
  headersIdentical,
  noStore,
  streamHead,
  oddities,
  timing,
  survives('0250.b.restart-survival', ['restart']),
  survives('0250.a.any-volume', ['volume']),
  survives('0250.b.any-payload-size', ['payload']),
  removedLeftOut,
  refuses('0250.c.refuses-removed', 'removed'),
  refuses('0250.c.older-than-bound', 'expired', ['refused', 'resumed']),
];
