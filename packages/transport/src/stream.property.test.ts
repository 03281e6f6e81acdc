import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createContext } from './context.ts';
import { streamMethod } from './stream.ts';
import type { ConnectionState } from './stream-state.ts';
import type { Answer } from './test-support/fake-fetch.ts';
import { refuse, scriptedFetch, unreachable } from './test-support/fake-fetch.ts';
import { FakeTime } from './test-support/fake-time.ts';
import { service, stream } from './test-support/service.ts';

/** How one connection goes: refused, or cut into chunks and dropped after so many bytes. */
interface Connection {
  readonly refused: 'no' | 'unreachable' | 'unavailable' | 'rate_limited';
  readonly chunks: readonly number[];
  readonly dropAfter: number;
  readonly ending: 'end' | 'cut';
}
const connections: fc.Arbitrary<readonly Connection[]> = fc.array(
  fc.record({
    refused: fc.oneof({ weight: 5, arbitrary: fc.constant('no' as const) }, fc.constantFrom('unreachable', 'unavailable', 'rate_limited')),
    chunks: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
    dropAfter: fc.integer({ min: 0, max: 400 }),
    ending: fc.constantFrom('end', 'cut'),
  }),
  { maxLength: 12 },
);

/** What the server holds: durable events with an id, notes without one, ids without an event, heartbeats. */
type Entry = 'event' | 'note' | 'silent' | 'comment';
const entries = fc.array(fc.constantFrom<Entry>('event', 'note', 'silent', 'comment'), { maxLength: 20 });
const lineBreaks = fc.constantFrom('\n', '\r', '\r\n');

/** The log after a position, as bytes; the final message last. */
function replay(log: readonly Entry[], after: string | null, lineBreak: string): Uint8Array {
  const from = after === null ? 0 : Number(after);
  const blocks = log.slice(from).map((entry, i) => {
    const n = from + i + 1;
    if (entry === 'silent') return [`id: ${n}`, '', ''];
    if (entry === 'comment') return [': é', ''];
    const id = entry === 'event' ? [`id: ${n}`] : [];
    return [
      `event: ${entry === 'event' ? 'changed' : 'noted'}`,
      ...id,
      `data: {"type":"${entry === 'event' ? 'changed' : 'noted'}","n":${n}}`,
      '',
      '',
    ];
  });
  const final = ['event: closed', 'data: {"type":"closed"}', '', ''];
  return new TextEncoder().encode([...blocks, final].map((lines) => lines.join(lineBreak)).join(''));
}

function serve(bytes: Uint8Array, plan: Connection | undefined): Answer {
  if (plan?.refused === 'unreachable') return unreachable;
  if (plan?.refused === 'unavailable') return refuse('unavailable', 503, { 'retry-after': '1' });
  if (plan?.refused === 'rate_limited') return refuse('rate_limited', 429);
  return () => {
    const sent = plan === undefined ? bytes : bytes.subarray(0, plan.dropAfter);
    const sizes = plan?.chunks ?? [64];
    let at = 0;
    let turn = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (at < sent.length) {
          const size = sizes[turn % sizes.length] ?? 1;
          controller.enqueue(sent.slice(at, at + size));
          at += size;
          turn += 1;
        } else if (plan?.ending === 'cut') controller.error(new TypeError('terminated'));
        else controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}

test('[B2.1, B2.2, H4.1] whatever the chunks and the drops, each durable event is handled once, in order, and the cursor names the last one handled', async () => {
  await fc.assert(
    fc.asyncProperty(entries, lineBreaks, connections, async (log, lineBreak, plans) => {
      const time = new FakeTime();
      const handled: number[] = [];
      /** The furthest position that a client may know: the last id whose event, and all before it, were handled. */
      let position = 0;
      const asked: (string | null)[] = [];
      const { fetch } = scriptedFetch((request) => {
        const after = request.headers.get('last-event-id');
        asked.push(after);
        expect(Number(after ?? 0)).toBeLessThanOrEqual(log.length);
        // Never beyond what was handled, but for ids that have no event to handle.
        const beyond = log.slice(position, Number(after ?? 0));
        expect(beyond.filter((entry) => entry === 'event')).toEqual([]);
        return serve(replay(log, after, lineBreak), plans[asked.length - 1])(request);
      });
      // The clock runs whenever the stream waits for it.
      const onState = (state: ConnectionState): void => {
        if (state.status === 'waiting') setImmediate(() => void time.advance(state.delayMs));
      };
      const context = createContext(service, { baseUrl: 'http://h', fetch, now: time.now, timers: time.timers });
      for await (const { event, data } of streamMethod(context, stream())({ onState })) {
        if (event !== 'changed') continue;
        handled.push(data.n ?? 0);
        position = data.n ?? 0;
      }
      expect(handled).toEqual(log.flatMap((entry, i) => (entry === 'event' ? [i + 1] : [])));
      expect(time.pending).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
