import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BuildError } from './build-error.ts';
import { readConfig } from './config.ts';
import { nearest } from './nearest.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-config-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(text: string, out?: string) {
  const file = join(folder, 'tidemark.config.json');
  await writeFile(file, text);
  return readConfig(file, out);
}

test('[P3.4] paths are relative to the file, and parts can be placed apart', async () => {
  expect(await read('{ "contract": "src/c.ts", "client": "../c", "scope": "@acme" }')).toEqual({
    file: join(folder, 'tidemark.config.json'),
    contract: join(folder, 'src/c.ts'),
    descriptions: join(folder, 'generated'),
    client: join(folder, '../c'),
    server: join(folder, 'generated/server'),
    scope: '@acme',
    workspace: false,
  });
  expect(await read('{ "contract": "c.ts", "client": "../c" }', join(folder, 'x'))).toMatchObject({
    client: join(folder, 'x/client'),
    descriptions: join(folder, 'x'),
  });
});

const REFUSED: readonly (readonly [string, string, string])[] = [
  ['{', '', 'It is not JSON'],
  ['[]', '', 'It is not an object'],
  ['{ "contrakt": "c.ts" }', '/contrakt', 'the nearest known one is contract'],
  ['{ "contract": 1 }', '/contract', 'A string is expected'],
  ['{}', '/contract', 'not named'],
  ['{ "contract": "c.ts", "scope": "acme" }', '/scope', 'An npm scope'],
  ['{ "contract": "c.ts", "__proto__": {} }', '/__proto__', 'unknown'],
];

test.each(REFUSED)('[P3.4] %s is refused with its path', async (text, path, reason) => {
  const error = await read(text).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BuildError);
  const { code, problems } = error as BuildError;
  expect([code, problems[0]?.path]).toEqual(['invalid-config', path]);
  expect(problems[0]?.reason).toContain(reason);
});

test.each([
  ['contrakt', 'contract'],
  ['servre', 'server'],
  ['', 'out'],
])('[P3.4] the nearest known name of %s is %s', (written, expected) => {
  expect(nearest(written, ['contract', 'export', 'out', 'server'])).toBe(expected);
});
