import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../run.ts';

/** Backtracks for longer than anyone lives: 2 to the power of 40 ways to read the example. */
const BACKTRACKING = { type: 'string', pattern: '^(a+)+$', examples: [`${'a'.repeat(40)}!`] };
const INFO = { title: 'a', version: '1' };
const DESCRIPTIONS = {
  'good.json': { openapi: '3.1.0', info: INFO, paths: {} },
  'openapi.json': { openapi: '3.1.0', info: INFO, paths: {}, components: { schemas: { A: BACKTRACKING } } },
  'asyncapi.json': {
    asyncapi: '3.0.0',
    info: INFO,
    channels: { a: { address: '/a', messages: { m: { payload: BACKTRACKING, examples: [{ payload: BACKTRACKING.examples[0] }] } } } },
  },
};
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-judge-'));
  for (const [name, description] of Object.entries(DESCRIPTIONS)) await writeFile(join(folder, name), JSON.stringify(description));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function tidemark(...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const exit = await run(argv, {
    cwd: folder,
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    interactive: false,
    signal: new AbortController().signal,
    environment: {},
  });
  return { exit, out: out.join('\n'), err: err.join('\n') };
}

test.each(['openapi.json', 'asyncapi.json'])(
  '[C5.1] %s that takes for ever to judge is one finding, and the next is judged',
  async (file) => {
    const { exit, out } = await tidemark('validate', file, 'good.json', '--timeout', '8', '--json');
    const { ok, files } = JSON.parse(out) as { ok: boolean; files: { file: string; findings: { rule: string; message: string }[] }[] };
    expect([exit, ok]).toEqual([1, false]);
    expect(files.map((each) => [each.file, each.findings.map(({ rule, message }) => [rule, message])])).toEqual([
      [file, [['validator-timeout', 'could not be judged in time: the validators had no answer after 8 s']]],
      ['good.json', []],
    ]);
  },
);

test.each(['0', '-1', '1.5', 'soon', '86401', ''])('[C5.0] --timeout %j is wrong usage', async (seconds) => {
  const { exit, err } = await tidemark('validate', 'good.json', `--timeout=${seconds}`);
  expect([exit, err.split('\n')[0]]).toEqual([2, '--timeout takes whole seconds, 1 to 86400.']);
});

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT'] as const)(
  '[C5.1] one %s ends a validation at once',
  async (signal) => {
    const main = fileURLToPath(new URL('../main.ts', import.meta.url));
    const files = ['good.json', 'openapi.json'].map((name) => join(folder, name));
    const argv = ['--conditions=@tidemark/source', '--import', 'tsx', main, 'validate', ...files, '--timeout', '86400'];
    const command = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(command, 'exit');
    // The first file's verdict stands there once the second, which has none, is the one being judged.
    const [line] = (await Promise.race([once(command.stdout, 'data'), ended])) as [Buffer | number];
    expect(String(line)).toBe(`${files[0]}: valid\n`);
    command.kill(signal);
    expect(await ended).toEqual([null, signal]);
  },
);
