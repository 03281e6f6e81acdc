import { defineConfig } from 'vitest/config';

const conditions = ['@tidemark/source', 'module', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['@tidemark/source', 'node'] } },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', './tools/vitest/count-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,generators,specs,fixtures,tools,conformance}/**/src/**/*.test.ts'],
          exclude: ['**/*.live.test.ts', '**/node_modules/**', '**/dist/**'],
          isolate: false,
          // A shared machine may be ten times slower than an idle one; a test that hangs still ends.
          testTimeout: process.env['SOAK'] === '1' ? 1_800_000 : 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'live',
          include: ['{packages,generators,specs,fixtures,tools,conformance}/**/src/**/*.live.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
