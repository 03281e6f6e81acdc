import { EventEmitter, on } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from './run.ts';

const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));
let folder = '';
beforeAll(async () => {
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'watch-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('[C5.0] build --watch builds at once, again after a change, reports a broken contract and goes on, and ends by the signal', async () => {
  const template = await readFile(fileURLToPath(new URL('../template/src/contract.ts', import.meta.url)), 'utf8');
  const contract = template.replaceAll('__camel__', 'notes').replaceAll('__kebab__', 'notes').replaceAll('__Pascal__', 'Notes');
  await writeFile(join(folder, 'tidemark.config.json'), '{ "contract": "contract.ts" }');
  await writeFile(join(folder, 'contract.ts'), contract);
  const abort = new AbortController();
  const lines = new EventEmitter();
  const line = (text: string): boolean => lines.emit('line', text);
  const seen = on(lines, 'line', { signal: AbortSignal.timeout(100_000) });
  // By hand: leaving a `for await` would end the iterator.
  const until = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const { value } = (await seen.next()) as IteratorResult<[string], undefined>;
      if (value !== undefined && pattern.test(value[0])) return value[0];
    }
  };
  const exit = run(['build', '--watch'], { cwd: folder, out: line, err: line, interactive: false, signal: abort.signal, environment: {} });
  expect(await until(/notes 1\.0\.0: /)).toMatch(/\d+ written/);
  await writeFile(join(folder, 'contract.ts'), contract.replace("version: '1.0.0'", "version: '1.1.0'"));
  expect(await until(/notes 1\.1\.0: /)).toMatch(/\d+ written/);
  await writeFile(join(folder, 'contract.ts'), contract.replace("version: '1.0.0'", "version: 'one'"));
  expect(await until(/invalid-contract/)).toContain('/version');
  await writeFile(join(folder, 'contract.ts'), contract);
  await until(/notes 1\.0\.0: /);
  abort.abort();
  expect(await exit).toBe(0);
});
