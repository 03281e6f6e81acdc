import { describe, expect, test } from 'vitest';
import { createEventEncoder, withId } from './event-encoder.ts';
import { createFlushScheduler } from './outbox.ts';
import { StreamSession, type StreamOutcome, type StreamProfile } from './stream-session.ts';
import { FakeSink, FakeTime } from './test-support/fakes.ts';
import { turn } from './test-support/until.ts';
import { sample } from './test-support/sample.ts';
import { createTicker } from './ticker.ts';

const [stream] = sample.streams;
const tick = (n: number, pad?: string): object => ({ type: 'tick', v: 1, n, ...(pad === undefined ? {} : { pad }) });
const block = (n: number): string => `event: tick\ndata: {"type":"tick","v":1,"n":${n}}\n\n`;
const ended = (reason: string): string => `event: ended\ndata: {"type":"ended","v":1,"reason":"${reason}"}\n\n`;

function opened(bounds: Partial<{ queueEvents: number; queueBytes: number; writeMs: number; heartbeatMs: number; maxAgeMs: number }> = {}) {
  if (stream === undefined) throw new Error('no stream');
  const time = new FakeTime();
  const outcomes: StreamOutcome[] = [];
  let released = 0;
  const profile: StreamProfile = {
    encoder: createEventEncoder(stream, 1_000),
    clock: time,
    ticker: createTicker(time, time),
    scheduler: createFlushScheduler(),
    bounds: { queueEvents: 3, queueBytes: 1_000, writeMs: 1_000, heartbeatMs: 8_000, maxAgeMs: 0, ...bounds },
    terminal: (reason) => ({ type: 'ended', v: 1, reason }),
    report: () => {},
    ended: (which, outcome) => outcomes.push(which === session ? outcome : 'stalled'),
  };
  const session: StreamSession = new StreamSession(profile, () => {
    released += 1;
  });
  const sink = new FakeSink(time, session);
  session.attach(sink);
  return { time, session, sink, outcomes, released: () => released };
}

describe('a stream', () => {
  test('[B1.2] a heartbeat every heartbeatMs, an eighth early rather than late, and none behind a backlog', async () => {
    const { time, sink, session } = opened();
    const at: number[] = [];
    for (let second = 0; second < 24; second += 1) {
      time.pass(1_000);
      await turn();
      if (sink.busy) at.push(time.now());
      sink.take();
    }
    expect(at).toEqual([7_000, 14_000, 21_000]);
    expect(sink.taken).toEqual([':\n\n', ':\n\n', ':\n\n']);
    session.send(tick(1));
    await turn();
    time.pass(900);
    expect(sink.taken.length).toBe(3);
  });

  test('[B1.4] a write that is not taken within writeMs cuts the transport', async () => {
    const { time, session, sink, outcomes } = opened();
    session.send(tick(1));
    await turn();
    time.pass(999);
    expect(sink.destroyed).toBe(false);
    time.pass(126);
    expect([sink.destroyed, outcomes, time.pending]).toEqual([true, ['stalled'], 0]);
  });

  test('[B1.4] one event more than the queue holds: the queue is dropped, the terminal goes out behind the write that is under way', async () => {
    const { session, sink, outcomes } = opened();
    session.send(tick(0));
    await turn();
    const accepted = [1, 2, 3, 4, 5].map((n) => session.send(tick(n)));
    expect(accepted).toEqual([true, true, true, false, false]);
    sink.take();
    sink.take();
    expect(sink.taken).toEqual([block(0), ended('slow-consumer')]);
    expect([sink.ended, outcomes]).toEqual(['kept', ['slow-consumer']]);
  });

  test('[B1.3, P3.3] at shutdown the terminal goes out behind what is queued, and the connection closes', async () => {
    const { session, sink, outcomes } = opened();
    session.send(tick(0));
    session.send(tick(1));
    session.endFor('shutdown');
    expect(session.send(tick(2))).toBe(false);
    await turn();
    sink.take();
    expect(sink.taken.join('')).toBe(block(0) + block(1) + ended('shutdown'));
    expect([sink.ended, outcomes]).toEqual(['closed', ['shutdown']]);
  });

  test('[B1.4] where the queue is full to the last place, the terminal beats the events', async () => {
    const { session, sink } = opened();
    session.send(tick(0));
    await turn();
    for (const n of [1, 2, 3]) session.send(tick(n));
    session.endFor('failed');
    sink.take();
    sink.take();
    expect(sink.taken).toEqual([block(0), ended('failed')]);
  });

  test('[B1.3] a terminal that the handler sends is the last event', async () => {
    const { session, sink, outcomes } = opened();
    expect(session.send({ type: 'ended', v: 1, reason: 'own' })).toBe(false);
    session.endFor('shutdown');
    await turn();
    sink.take();
    expect([sink.taken, outcomes]).toEqual([[ended('own')], ['finished']]);
  });

  test('[H3.4] at its age a stream ends', async () => {
    const { time, sink, outcomes } = opened({ maxAgeMs: 2_000 });
    time.pass(2_000);
    await turn();
    sink.take();
    expect([sink.taken, outcomes]).toEqual([[ended('max-age')], ['max-age']]);
  });

  test('[B1.5] a closed transport stops the source, releases the ticker, and is told once', () => {
    const { time, session, sink, outcomes, released } = opened();
    let stopped = 0;
    session.onStopped(() => {
      stopped += 1;
    });
    sink.destroy();
    session.closed();
    session.endFor('failed');
    session.onStopped(() => {
      stopped += 1;
    });
    expect([stopped, outcomes, time.pending, session.send(tick(1)), released()]).toEqual([2, ['client-gone'], 0, false, 1]);
  });

  test('[B1.4] a source that can wait goes on when there is room, and when there never will be', async () => {
    const { session, sink } = opened({ queueEvents: 1 });
    session.send(tick(0));
    await turn();
    session.send(tick(1));
    const ready = session.ready();
    expect(ready).toBeInstanceOf(Promise);
    sink.take();
    await ready;
    session.send(tick(2));
    const again = session.ready();
    sink.destroy();
    await again;
    expect(session.ready()).toBeUndefined();
  });
});

const encoder = () => {
  if (stream === undefined) throw new Error('no stream');
  return createEventEncoder(stream, 200);
};
const texts = ({ chunk, block: plain }: { chunk: Uint8Array; block: Uint8Array }): [string, string] => [
  Buffer.from(chunk).toString(),
  Buffer.from(plain).toString(),
];

describe('encoding', () => {
  test('[F2] the same object is encoded once; under ids of their own, streams share its bytes', () => {
    const events = encoder();
    const event = tick(1);
    const shared = withId('s', event);
    const results = [event, event, shared, shared, withId('a', event), withId('b', event)].map((item) => events.encode(item));
    expect(results[1]).toBe(results[0]);
    expect(results[3]).toBe(results[2]);
    expect(events.encodings).toBe(1);
    expect(results.slice(3).map(texts)).toEqual(
      ['s', 'a', 'b'].map((id) => [
        `${(block(1).length + id.length + 5).toString(16)}\r\nid: ${id}\n${block(1)}\r\n`,
        `id: ${id}\n${block(1)}`,
      ]),
    );
  });

  test('[F2] an encoded event cannot change any more', () => {
    const event = { type: 'tick', v: 1, n: 1 };
    encoder().encode(event);
    expect(() => {
      event.n = 2;
    }).toThrow("Cannot assign to read only property 'n' of object '#<Object>'");
  });

  test('[B1.1] ids of any Unicode, lengths in bytes', () => {
    expect(texts(encoder().encode(withId('ü😀', tick(1))))).toEqual([
      `${(block(1).length + 11).toString(16)}\r\nid: ü😀\n${block(1)}\r\n`,
      `id: ü😀\n${block(1)}`,
    ]);
  });

  test.each([
    ['an event over its bytes', tick(1, 'x'.repeat(200)), 'too-many-bytes'],
    ['an empty id', withId('', tick(1)), 'has an id that SSE cannot carry'],
    ['an id with a line feed', withId('a\nb', tick(1)), 'has an id that SSE cannot carry'],
    ['an id with a lone surrogate', withId('\ud800', tick(1)), 'has an id that SSE cannot carry'],
    ['something that only looks like an event with an id', { id: '1', event: tick(1) }, 'has no message of that type'],
  ])('[B1.1] %s is an error of the program', (_case, item, message) => {
    expect(() => encoder().encode(item)).toThrow(message);
  });
});
