import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { transportErrors } from './error-table.ts';
import { TransportError } from './transport-error.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('[C4.2] the table of codes and its documentation are the same', () => {
  const documented = [...readme.matchAll(/^\| `([a-z-]+)` \| (.+?) \| (.+?) \|$/gm)].map(([, code, meaning, fix]) => [code, meaning, fix]);
  expect(documented).toEqual(Object.entries(transportErrors).map(([code, { meaning, fix }]) => [code, meaning, fix]));
});

test.each(Object.entries(transportErrors))('[C4.2] %s says what, why and how to mend it', (code, { meaning, fix }) => {
  expect(meaning).toMatch(/^[A-Z].+\.$/);
  expect(fix).toMatch(/^[A-Z].+\.$/);
  expect(new TransportError(code as keyof typeof transportErrors, 'GET /x: y').message).toBe(`[${code}] GET /x: y`);
});
