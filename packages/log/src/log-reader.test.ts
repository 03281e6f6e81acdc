import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { repetitions, seed } from '../../../tools/vitest/needs.ts';
import type { LogEntry, Place } from './entry.ts';
import type { LogError } from './log-error.ts';
import { type LiveEntries, readLog } from './log-reader.ts';
import { LogTail } from './log-tail.ts';
import { MemoryLog } from './test-support/memory-log.ts';

const START: Place = { position: 0, bytes: 0 };

/** A reader that records what it saw, until it is ended. */
class Recorder {
  readonly seen: LogEntry[] = [];
  ended: string | null = null;
  live = false;
  /** How many live entries it takes before it throws. */
  throwAfter = Number.POSITIVE_INFINITY;
  #wanted = true;
  #detach = (): void => {};

  async run(tail: LogTail, source: MemoryLog, start: Place, between: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const reader = readLog(tail, start, source.read);
    try {
      for (;;) {
        const step = await reader.next();
        if (step.done === true) {
          this.#attach(step.value);
          return;
        }
        this.seen.push(step.value);
        await between();
      }
    } catch (error) {
      this.ended = (error as LogError).code;
    }
  }

  stop(): void {
    this.#wanted = false;
    this.#detach();
  }

  #attach(live: LiveEntries): void {
    if (!this.#wanted) return;
    this.live = true;
    this.#detach = live.attach(
      (entry) => {
        if (this.throwAfter-- <= 0) throw new Error('a fault of the reader');
        this.seen.push(entry);
        return this.#wanted;
      },
      ({ code }) => {
        this.ended = code;
      },
    );
  }
}

const idsOf = ({ seen }: Recorder): readonly string[] => seen.map(({ id }) => id);

test('[S3, H2.9] a reader behind a tail that has not noticed a restore is reset, and does not ask for ever', async () => {
  const source = new MemoryLog(undefined, () => new Promise((resolve) => setImmediate(resolve)));
  source.append(10);
  const tail = new LogTail('a', source.head, source);
  source.restore(4);
  const recorder = new Recorder();
  const running = recorder.run(tail, source, START);
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  // Ends the endless ones, so that the failure is an assertion.
  source.failing = new Error('enough');
  await running;
  expect(recorder.ended).toBe('reset');
  expect(source.reads).toBeLessThan(10);
});

test('[H2.1] who attaches while the tail finds out that it was reset misses nothing: it is reset too, or gets everything', async () => {
  let hold: Promise<void> = Promise.resolve();
  const source = new MemoryLog({ entries: 3, bytes: 1_000 }, (label) => (label === 'after inspect' ? hold : Promise.resolve()));
  source.append(5);
  const tail = new LogTail('a', source.head, source);
  source.append(5);
  source.sweep(8);
  let release: (() => void) | undefined;
  hold = new Promise((resolve) => {
    release = resolve;
  });
  const waking = tail.wake();
  await new Promise((resolve) => setImmediate(resolve));
  const recorder = new Recorder();
  await recorder.run(tail, source, { position: 8, bytes: 16 });
  source.append(1);
  release?.();
  await waking;
  source.append(1);
  await tail.wake();
  expect([recorder.ended, idsOf(recorder)]).toEqual(
    recorder.ended === null ? [null, ['e9', 'e10', 'e11', 'e12']] : ['reset', ['e9', 'e10']],
  );
});

test('[F2, H2.1] a reader that throws is ended, and the others miss nothing', async () => {
  const source = new MemoryLog();
  const tail = new LogTail('a', source.head, source);
  const recorders = [new Recorder(), new Recorder(), new Recorder()] as const;
  for (const recorder of recorders) await recorder.run(tail, source, START);
  recorders[1].throwAfter = 1;
  const ids = source.append(4);
  await tail.wake();
  expect(recorders.map(idsOf)).toEqual([ids, ids.slice(0, 1), ids]);
  expect(recorders.map(({ ended }) => ended)).toEqual([null, 'failed', null]);
  expect(source.reported).toEqual([new Error('a fault of the reader')]);
});

test('[S5] a wake-up in the very moment in which the tail has finished is not lost', async () => {
  for (let turns = 0; turns < 12; turns++) {
    const source = new MemoryLog();
    const tail = new LogTail('a', source.head, source);
    const recorder = new Recorder();
    await recorder.run(tail, source, START);
    void tail.wake();
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    const ids = source.append();
    await tail.wake();
    expect(idsOf(recorder)).toEqual(ids);
  }
});

test.each([
  ['entries', 2_000, 2],
  ['bytes', 40, 1_048_576],
])('[S6] what is kept for a reader that takes nothing is bounded in %s', async (_, count, bytes) => {
  const source = new MemoryLog();
  const tail = new LogTail('a', source.head, source);
  const reader = readLog(tail, START, source.read);
  const step = await reader.next();
  source.append(count, bytes);
  await tail.wake();
  let ended: string | null = null;
  const live = step.value as LiveEntries;
  live.attach(
    () => true,
    ({ code }) => {
      ended = code;
    },
  );
  expect(ended).toBe('lagging');
});

type Command =
  | { readonly kind: 'append'; readonly count: number; readonly removed: boolean }
  | { readonly kind: 'sweep'; readonly back: number }
  | { readonly kind: 'restore'; readonly back: number }
  | { readonly kind: 'wake' | 'verify' | 'fail' | 'mend' | 'stop' }
  | { readonly kind: 'read'; readonly back: number };

const commands: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 7 }), removed: fc.boolean() }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('wake' as const) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('read' as const), back: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('verify' as const, 'fail' as const, 'mend' as const, 'stop' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep' as const), back: fc.nat(8) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), back: fc.integer({ min: 1, max: 6 }) }) },
);

interface Started {
  readonly recorder: Recorder;
  readonly from: number;
  readonly running: Promise<void>;
  stopped: boolean;
}

/** Everything that was ever committed, by id: after a restore a position has had several. */
function checkHistory({ recorder, from }: Started, committed: ReadonlyMap<string, LogEntry>): void {
  let last = from;
  for (const { id, position } of recorder.seen) {
    expect(committed.get(id)?.position).toBe(position);
    expect(position).toBeGreaterThan(last);
    last = position;
  }
}

test('[S3, H2.1, H2.9] in every interleaving each reader sees a prefix of the log without gap or repeat, or is told', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commands, { minLength: 1, maxLength: 30 }), fc.scheduler(), async (steps, scheduler) => {
      const source = new MemoryLog({ entries: 3, bytes: 1_000 }, (label) => scheduler.schedule(Promise.resolve(), label));
      const tail = new LogTail('a', source.head, source);
      const committed = new Map<string, LogEntry>();
      const readers: Started[] = [];
      let restored = false;
      const act = (command: Command): void => {
        const { position } = source.head;
        if (command.kind === 'append') {
          source.append(command.count, 2, command.removed);
          for (const entry of source.entries) committed.set(entry.id, entry);
        } else if (command.kind === 'sweep') source.sweep(position - command.back);
        else if (command.kind === 'restore') {
          restored = true;
          source.restore(Math.max(position - command.back, 0));
        } else if (command.kind === 'wake') void tail.wake();
        else if (command.kind === 'verify') void tail.wakeAndVerify();
        else if (command.kind === 'fail') source.failing = new Error('away');
        else if (command.kind === 'mend') source.failing = null;
        else if (command.kind === 'read') {
          const from = Math.max(position - command.back, 0);
          const recorder = new Recorder();
          const running = recorder.run(tail, source, { position: from, bytes: 0 }, () => scheduler.schedule(Promise.resolve(), 'handled'));
          readers.push({ recorder, from, running, stopped: false });
        } else {
          const [first] = readers.filter(({ stopped }) => !stopped);
          if (first !== undefined) first.stopped = true;
          first?.recorder.stop();
        }
      };
      scheduler.scheduleSequence(steps.map((command) => ({ label: command.kind, builder: async () => act(command) })));
      await scheduler.waitIdle();
      source.failing = null;
      // What the poll does.
      for (let round = 0; round < 3; round++) {
        void tail.wakeAndVerify();
        await scheduler.waitIdle();
      }
      for (const started of readers) {
        const { recorder, from, stopped } = started;
        checkHistory(started, committed);
        if (stopped || recorder.ended !== null || restored) continue;
        expect(recorder.live).toBe(true);
        const wanted = [...committed.values()].filter(({ position, body }) => position > from && body !== null).map(({ id }) => id);
        expect(idsOf(recorder)).toEqual(wanted);
      }
    }),
    { numRuns: repetitions(400, 20_000), seed: seed() },
  );
});
