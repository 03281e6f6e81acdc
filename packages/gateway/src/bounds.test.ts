import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InboundQueue } from './inbound-queue.ts';
import { GATEWAY_LIMITS, limitOf, resolveLimits } from './limits.ts';
import { createFlushScheduler, Outbox } from './outbox.ts';
import { createSlots } from './slots.ts';
import { FakeTime } from './test-support/fakes.ts';
import { turn } from './test-support/until.ts';
import { createTicker } from './ticker.ts';

describe('limits', () => {
  test('[H5.1] default, then the contract, then the operator', () => {
    const limits = resolveLimits({ queueEvents: 10, bodyBytes: 5 }, { bodyBytes: 6 });
    expect([limits.queueEvents, limits['bodyBytes'], limits.writeMs]).toEqual([10, 6, GATEWAY_LIMITS.writeMs.value]);
  });

  test.each([
    [
      'an unknown name',
      {},
      { queueEvent: 1 },
      'unknown-limit: queueEvent. A limit was named that does not exist. Use a name from `GATEWAY_LIMITS` or from the contract.',
    ],
    [
      'a fraction',
      {},
      { queueEvents: 1.5 },
      'invalid-limit: queueEvents = 1.5. A limit is no safe integer, or below its smallest value. Give a whole number in the limit’s unit.',
    ],
    [
      'a value below the smallest',
      { queueEvents: 0 },
      {},
      'invalid-limit: queueEvents = 0. A limit is no safe integer, or below its smallest value. Give a whole number in the limit’s unit.',
    ],
  ])('[H5.1] %s is refused', (_case, contract, overrides, message) => {
    expect(() => resolveLimits(contract, overrides)).toThrow(message);
  });

  test('[H5.1] a descriptor that names no limit is refused', () => {
    expect(() => limitOf({}, 'x')).toThrow(
      'unknown-limit: x. A limit was named that does not exist. Use a name from `GATEWAY_LIMITS` or from the contract.',
    );
  });
});

describe('slots', () => {
  test('[B1.6, P5.1] a caller’s bound, the total, and what is given back once', () => {
    const slots = createSlots({ total: 3, perCaller: 2 });
    const first = slots.take('a');
    expect([typeof first, typeof slots.take('a'), slots.take('a'), typeof slots.take('b'), slots.take('b')]).toEqual([
      'function',
      'function',
      'caller',
      'function',
      'total',
    ]);
    if (typeof first === 'function') {
      first();
      first();
    }
    expect([slots.taken, typeof slots.take('c'), slots.take('c')]).toEqual([2, 'function', 'total']);
  });
});

describe('ticker', () => {
  test('[F4] one timer for all members, none without members, as precise as its most precise member', () => {
    const time = new FakeTime();
    const ticker = createTicker(time, time);
    const ticks: string[] = [];
    const member = (name: string): { tick(now: number): void } => ({ tick: (now) => ticks.push(`${name}@${now}`) });
    const [a, b] = [member('a'), member('b')];
    expect(time.pending).toBe(0);
    ticker.add(a, 400);
    ticker.add(b, 100);
    expect([time.pending, ticker.size]).toEqual([1, 2]);
    time.pass(200);
    ticker.delete(b);
    time.pass(100);
    ticker.delete(a);
    expect([time.pending, ticker.size]).toEqual([0, 0]);
    time.pass(1_000);
    expect(ticks).toEqual(['a@100', 'b@100', 'a@200', 'b@200', 'a@300']);
  });

  test('[F4] a member that leaves in a tick, its own or another’s, is not asked again', () => {
    const time = new FakeTime();
    const ticker = createTicker(time, time);
    let asked = 0;
    const last = {
      tick: () => {
        asked += 1;
      },
    };
    ticker.add(
      {
        tick() {
          ticker.delete(this);
          ticker.delete(last);
        },
      },
      10,
    );
    ticker.add(last, 10);
    time.pass(100);
    expect([asked, time.pending]).toEqual([0, 0]);
  });
});

const make = (queueEvents: number, queueBytes: number) => {
  const written: string[] = [];
  const sink = {
    busy: false,
    write(bytes: Uint8Array) {
      sink.busy = true;
      written.push(Buffer.from(bytes).toString('latin1'));
    },
  };
  return { written, sink, outbox: new Outbox(sink, { queueEvents, queueBytes }, createFlushScheduler()) };
};

describe('outbox', () => {
  test('[F2] blocks that become ready in one turn share one write; more do not wait for it', async () => {
    const { written, sink, outbox } = make(10, 1_000);
    for (const block of ['a', 'b', 'c', 'd']) outbox.push(Buffer.from(block));
    await turn();
    outbox.push(Buffer.from('e'));
    await turn();
    expect(written).toEqual(['abcd']);
    sink.busy = false;
    outbox.flush();
    expect(written).toEqual(['abcd', 'e']);
  });

  test('[B1.4] no write is larger than 64 KiB, unless one block is', async () => {
    const { written, sink, outbox } = make(10, 1_000_000);
    for (const size of [40_000, 20_000, 10_000, 70_000, 1]) outbox.push(Buffer.alloc(size, 'x'));
    await turn();
    while (!outbox.empty) {
      sink.busy = false;
      outbox.flush();
    }
    expect(written.map(({ length }) => length)).toEqual([60_000, 10_000, 70_000, 1]);
  });

  test('[B1.4] whatever is pushed, taken and cleared: bounds hold, order holds, nothing is split', () => {
    const commands = fc.array(
      fc.oneof(fc.record({ push: fc.integer({ min: 1, max: 40 }) }), fc.constant('take' as const), fc.constant('clear' as const)),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(commands, (steps) => {
        const { written, sink, outbox } = make(4, 60);
        let next = 0;
        const accepted: string[] = [];
        const answers: [boolean, boolean][] = [];
        for (const step of steps) {
          if (step === 'take') {
            sink.busy = false;
            outbox.flush();
          } else if (step === 'clear') {
            accepted.length -= outbox.length;
            outbox.clear();
          } else {
            const block = `${String.fromCharCode(97 + (next % 26)).repeat(step.push)};`;
            const full = outbox.length >= 4 || outbox.bytes >= 60;
            const taken = outbox.push(Buffer.from(block));
            answers.push([taken, !full]);
            if (taken) accepted.push(block);
            next += 1;
          }
          expect(outbox.length).toBeLessThanOrEqual(4);
          expect(outbox.bytes).toBeLessThan(60 + 42);
        }
        while (!outbox.empty) {
          sink.busy = false;
          outbox.flush();
        }
        expect(answers.filter(([taken, room]) => taken !== room)).toEqual([]);
        expect(written.join('')).toBe(accepted.join(''));
      }),
    );
  });
});

describe('inbound queue', () => {
  test('[P5.1] begins in order, a bounded number at one time, and presses while any waits', async () => {
    const begun: string[] = [];
    const pressed: boolean[] = [];
    const finish: (() => void)[] = [];
    const queue = new InboundQueue({
      most: 2,
      run: (text) => {
        begun.push(text);
        return text === 'sync'
          ? undefined
          : new Promise<void>((resolve) => {
              finish.push(resolve);
            });
      },
      pressed: (value) => {
        pressed.push(value);
      },
    });
    for (const text of ['a', 'sync', 'b', 'c', 'd']) queue.push(text);
    expect([begun, pressed]).toEqual([['a', 'sync', 'b'], [true]]);
    finish[0]?.();
    await turn();
    await turn();
    expect([begun, pressed]).toEqual([['a', 'sync', 'b', 'c'], [true]]);
    finish[1]?.();
    await turn();
    await turn();
    expect([begun, pressed]).toEqual([
      ['a', 'sync', 'b', 'c', 'd'],
      [true, false],
    ]);
    queue.push('e');
    queue.close();
    finish[2]?.();
    finish[3]?.();
    await turn();
    await turn();
    queue.push('f');
    expect(begun).toEqual(['a', 'sync', 'b', 'c', 'd']);
  });
});
