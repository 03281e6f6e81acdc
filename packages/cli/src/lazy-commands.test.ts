import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('./', import.meta.url);

test('[C5.0] the server is loaded by its own command only, when that runs', () => {
  const sources = readdirSync(folder, { recursive: true }).map(String);
  const importers = (pattern: RegExp) =>
    sources.filter((name) => /(?<!\.test)\.ts$/.test(name) && pattern.test(readFileSync(new URL(name, folder), 'utf8')));
  expect(importers(/from '@tidemark\/server'/)).toEqual(['commands/run-serve.ts']);
  expect(importers(/from '\.[^']*run-serve\.ts'/)).toEqual([]);
});
