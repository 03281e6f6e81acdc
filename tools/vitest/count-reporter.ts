import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Prints `N passed, N failed[, N skipped]` alone on the last line. Errors that belong to no test (a failed hook,
 * an uncaught error in a worker) count as failures, because a suite whose set-up fails reports its tests as skipped.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      count.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === 'passed' || state === 'failed') count[state]++;
        else count.skipped++;
      }
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    process.on('exit', () => process.stdout.write(`\n${count.passed} passed, ${count.failed} failed${skipped}\n`));
  }
}
