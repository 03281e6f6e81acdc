/** Prints each result as it comes, and counts it. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** `problems` empty: passed. */
  record(what: string, problems: readonly string[]): void;
  note(line: string): void;
}

export function createTally(print: (text: string) => void): Tally {
  const count = { passed: 0, failed: 0 };
  return {
    get passed() {
      return count.passed;
    },
    get failed() {
      return count.failed;
    },
    record(what, problems) {
      count[problems.length === 0 ? 'passed' : 'failed']++;
      print(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${what}\n`);
      for (const problem of problems) print(`       ${problem.replaceAll('\n', '\n       ')}\n`);
    },
    note: (line) => print(`${line}\n`),
  };
}
