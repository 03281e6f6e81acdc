import { LogError } from '../log-error.ts';
import type { LogEntry, LogHead, Place } from '../entry.ts';
import type { TailSource } from '../log-tail.ts';
import type { Page, PageBounds } from '../page.ts';

/** A log in memory, read like the real one: a page and the floor in one state. A test may sweep it, replace it by an older one, or have it fail. */
export class MemoryLog implements TailSource {
  entries: LogEntry[] = [];
  head: LogHead = { position: 0, bytes: 0, floor: 0 };
  failing: Error | null = null;
  reads = 0;
  readonly reported: unknown[] = [];
  readonly #bounds: PageBounds;
  readonly #gate: (label: string) => Promise<void>;
  #made = 0;

  constructor(bounds: PageBounds = { entries: 3, bytes: 1_000_000 }, gate: (label: string) => Promise<void> = () => Promise.resolve()) {
    this.#bounds = bounds;
    this.#gate = gate;
  }

  /** Gives the ids. */
  append(count = 1, bytes = 2, removed = false): readonly string[] {
    return Array.from({ length: count }, () => {
      const position = this.head.position + 1;
      const id = `e${++this.#made}`;
      this.head = { ...this.head, position, bytes: this.head.bytes + bytes };
      this.entries.push({ log: 'a', position, id, at: 0, bytes: this.head.bytes, label: '', body: removed ? null : '{}' });
      return id;
    });
  }

  sweep(floor: number): void {
    this.head = { ...this.head, floor: Math.min(Math.max(floor, this.head.floor), this.head.position) };
    this.entries = this.entries.filter(({ position }) => position > this.head.floor);
  }

  /** As it was when it had so many entries: a backup. */
  restore(position: number): void {
    const last = this.entries.findLast((entry) => entry.position <= position);
    this.entries = this.entries.filter((entry) => entry.position <= position);
    this.head = { position: last?.position ?? this.head.floor, bytes: last?.bytes ?? 0, floor: this.head.floor };
  }

  readonly read = async (after: Place): Promise<Page> => {
    this.reads += 1;
    await this.#gate('before read');
    if (this.failing !== null) throw this.failing;
    const { head } = this;
    const behind = this.entries.filter(({ position }) => position > after.position);
    await this.#gate('after read');
    if (after.position < head.floor) throw new LogError('swept', 'a');
    if (after.position > head.position) throw new LogError('reset', 'a');
    const entries = behind.slice(0, this.#bounds.entries);
    const place = entries.at(-1) ?? after;
    return { entries, place, last: place.position >= head.position };
  };

  async inspect(position: number): ReturnType<TailSource['inspect']> {
    await this.#gate('before inspect');
    if (this.failing !== null) throw this.failing;
    const answer = { entry: this.entries.find((entry) => entry.position === position) ?? null, head: this.head };
    await this.#gate('after inspect');
    return answer;
  }

  report(error: unknown): void {
    this.reported.push(error);
  }
}
