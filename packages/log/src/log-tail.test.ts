import { expect, test } from 'vitest';
import type { LogEntry, LogHead } from './entry.ts';
import { LogError } from './log-error.ts';
import { LogTail, type TailSource } from './log-tail.ts';

/** A log in memory, which a test may replace by another. */
class FakeLog implements TailSource {
  entries: LogEntry[] = [];
  floor = 0;
  failing: Error | null = null;
  readonly reported: unknown[] = [];
  reads = 0;

  add(...ids: string[]): void {
    for (const id of ids) {
      const position = (this.entries.at(-1)?.position ?? 0) + 1;
      this.entries.push({ log: 'a', position, id, at: 0, bytes: position * 2, label: '', body: '{}' });
    }
  }

  get head(): LogHead {
    const last = this.entries.at(-1);
    return { position: last?.position ?? 0, bytes: last?.bytes ?? 0, floor: this.floor };
  }

  async read(after: { position: number; bytes: number }): ReturnType<TailSource['read']> {
    this.reads += 1;
    if (this.failing !== null) throw this.failing;
    if (after.position > this.head.position) throw new LogError('reset', 'a');
    const entries = this.entries.filter(({ position }) => position > after.position).slice(0, 2);
    const place = entries.at(-1) ?? after;
    return { entries, place, last: place.position >= this.head.position };
  }

  async inspect(position: number): ReturnType<TailSource['inspect']> {
    return { entry: this.entries.find((entry) => entry.position === position) ?? null, head: this.head };
  }

  report(error: unknown): void {
    this.reported.push(error);
  }
}

function tailOf(source: FakeLog): { readonly tail: LogTail; readonly seen: string[] } {
  const tail = new LogTail('a', source.head, source);
  const seen: string[] = [];
  tail.attach({ entry: ({ id }) => seen.push(id), reset: () => seen.push('reset') });
  return { tail, seen };
}

test('[F2, S5] wake-ups while it reads make it read once more, not once for each', async () => {
  const source = new FakeLog();
  const { tail, seen } = tailOf(source);
  source.add('1', '2', '3');
  await Promise.all(Array.from({ length: 50 }, () => tail.wake()));
  expect(seen).toEqual(['1', '2', '3']);
  expect(source.reads).toBeLessThanOrEqual(4);
});

test('[S8] a database that is away is reported, and the next wake-up goes on where it was', async () => {
  const source = new FakeLog();
  const { tail, seen } = tailOf(source);
  source.add('1');
  source.failing = new Error('away');
  await tail.wake();
  source.failing = null;
  source.add('2');
  await tail.wake();
  expect(seen).toEqual(['1', '2']);
  expect(source.reported).toEqual([new Error('away')]);
});

const replaced: readonly { readonly title: string; readonly change: (source: FakeLog) => void; readonly seen: readonly string[] }[] = [
  { title: 'nothing has changed', change: () => {}, seen: ['1', '2'] },
  { title: 'entries came meanwhile', change: (source) => source.add('3'), seen: ['1', '2', '3'] },
  {
    title: 'its entry was swept',
    change: (source) => {
      source.entries = source.entries.slice(2);
      source.floor = 2;
      source.entries.push({ log: 'a', position: 3, id: '3', at: 0, bytes: 6, label: '', body: '{}' });
    },
    seen: ['1', '2', '3'],
  },
  {
    title: 'its position holds another entry',
    change: (source) => {
      source.entries.length = 0;
      source.add('x', 'y', 'z');
    },
    seen: ['1', '2', 'reset'],
  },
  {
    title: 'the log is behind',
    change: (source) => {
      source.entries.length = 1;
    },
    seen: ['1', '2', 'reset'],
  },
];

for (const { title, change, seen: expected } of replaced) {
  test(`[H2.9, S3] after a lost connection: ${title}`, async () => {
    const source = new FakeLog();
    const { tail, seen } = tailOf(source);
    source.add('1', '2');
    await tail.wake();
    change(source);
    await tail.wakeAndVerify();
    expect(seen).toEqual(expected);
  });
}
