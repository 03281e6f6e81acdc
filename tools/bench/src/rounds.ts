/** One contender: a name and what it does once. */
export interface Contender {
  readonly name: string;
  readonly run: () => void;
}

/** Median of a contender's rounds as a ratio to the first contender's, and the spread of those ratios. */
export interface Ratio {
  readonly name: string;
  readonly median: number;
  readonly least: number;
  readonly most: number;
  /** Nanoseconds of one run: it moves with the machine, the ratios do not. */
  readonly nanoseconds: number;
}

export interface RoundOptions {
  readonly rounds: number;
  /** Nanoseconds of the clock. */
  readonly now: () => number;
  /** Time that one contender gets in one round, in milliseconds. */
  readonly roundMs: number;
}

/**
 * Runs the contenders in alternating rounds, each for the same time, the order turned round every other round, after one
 * round that is not counted. Ratios are taken within a round, so that what the machine does to a round it does to all.
 */
export function compare(contenders: readonly Contender[], options: RoundOptions): readonly Ratio[] {
  const counts = contenders.map((contender) => calibrate(contender, options));
  const rounds: number[][] = [];
  for (let round = 0; round <= options.rounds; round++) {
    const order = contenders.map((_, i) => i);
    if (round % 2 === 1) order.reverse();
    const times: number[] = [];
    for (const i of order) times[i] = time(contenders[i], counts[i] ?? 1, options.now);
    if (round > 0) rounds.push(times);
  }
  return contenders.map(({ name }, i) => {
    const ratios = rounds.map((times) => (times[i] ?? 0) / (times[0] ?? 1)).toSorted((a, b) => a - b);
    const nanoseconds = median(rounds.map((times) => times[i] ?? 0).toSorted((a, b) => a - b));
    return { name, median: median(ratios), least: ratios[0] ?? 0, most: ratios.at(-1) ?? 0, nanoseconds };
  });
}

function calibrate(contender: Contender, options: RoundOptions): number {
  let count = 1;
  for (;;) {
    const taken = time(contender, count, options.now) * count;
    if (taken >= options.roundMs * 1e6) return count;
    count = Math.max(count * 2, Math.ceil((count * options.roundMs * 1e6) / Math.max(taken, 1)));
  }
}

function time(contender: Contender | undefined, count: number, now: () => number): number {
  const run = contender?.run ?? ((): void => {});
  const start = now();
  for (let i = 0; i < count; i++) run();
  return (now() - start) / count;
}

function median(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
