import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from './run.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const orders = join(root, 'fixtures/contracts/orders');
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-cli-'));
  await writeFile(join(folder, 'broken.json'), '{ "openapi": "3.1.0", "info": {}, "paths": {} }');
  await writeFile(join(folder, 'other.txt'), 'hello');
  const openapi = JSON.parse(await readFile(join(orders, 'openapi.json'), 'utf8')) as { paths: Record<string, unknown> };
  delete openapi.paths['/orders/{orderId}'];
  await writeFile(join(folder, 'less.json'), JSON.stringify(openapi));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function tidemark(...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const surroundings = {
    cwd: folder,
    out: (line: string) => out.push(line),
    err: (line: string) => err.push(line),
    interactive: false,
    signal: new AbortController().signal,
    environment: {},
  };
  const exit = await run(argv, surroundings);
  return { exit, out: out.join('\n'), err: err.join('\n') };
}

test.each(['init', 'build', 'validate', 'diff', 'serve'])('[C5.0] %s --help has an example', async (command) => {
  const { exit, out } = await tidemark(command, '--help');
  expect(exit).toBe(0);
  expect(out).toContain(`Usage: tidemark ${command}`);
  expect(out).toContain(`Example: tidemark ${command}`);
});

const USAGE: readonly (readonly [readonly string[], RegExp])[] = [
  [['fly'], /no command fly\. Commands: init, build, validate, diff, serve/],
  [['build', '--chekc'], /Unknown option '--chekc'/],
  [['build', 'extra'], /build takes 0 operands; 1 given/],
  [['build', '--check', '--watch'], /exclude each other/],
  [['build'], /config-not-found.*tidemark\.config\.json/s],
  [['validate'], /takes at least 1 operands; 0 given/],
  [['validate', 'absent.json'], /absent\.json cannot be read: ENOENT/],
  [['diff', 'less.json'], /takes 2 operands; 1 given/],
  [['diff', 'less.json', 'absent.json'], /absent\.json does not exist/],
  [['diff', 'less.json', 'other.txt'], /other\.txt is no description/],
  [['diff', '--level', 'LOOSE', 'less.json', 'less.json'], /LOOSE is no level; levels are SOURCE, WIRE_STRICT, WIRE/],
  [['init', 'Not_Kebab'], /Not_Kebab is not kebab-case/],
];

test.each(USAGE)('[C5.0] %j is wrong usage: exit 2 and what was expected', async (argv, message) => {
  const { exit, out, err } = await tidemark(...argv);
  expect([exit, out]).toEqual([2, '']);
  expect(err).toMatch(message);
});

test('[C5.1] validate passes our own descriptions and names what is wrong with another', async () => {
  const good = await tidemark('validate', join(orders, 'openapi.yaml'), join(orders, 'asyncapi.json'));
  expect(good.out.split('\n').map((line) => line.endsWith(': valid'))).toEqual([true, true]);
  expect(good.exit).toBe(0);
  const bad = await tidemark('validate', 'broken.json', '--json');
  expect(bad.exit).toBe(1);
  const report = JSON.parse(bad.out) as { ok: boolean; files: { file: string; findings: { pointer: string }[] }[] };
  expect([report.ok, report.files[0]?.file]).toEqual([false, 'broken.json']);
  expect(report.files[0]?.findings.map(({ pointer }) => pointer)).toContain('/info');
});

test('[C5.2] diff classifies between descriptions, folders and contract modules', async () => {
  const same = await tidemark('diff', orders, join(orders, 'src/contract.ts'));
  expect(same).toEqual({ exit: 0, out: 'No change.', err: '' });
  const removed = await tidemark('diff', join(orders, 'openapi.json'), 'less.json');
  expect(removed.exit).toBe(1);
  expect(removed.out).toMatch(/^! \[operation-removed\] http/m);
  expect(removed.out).toMatch(/\d+ changes?, \d+ breaks? WIRE_STRICT\.$/);
  const added = await tidemark('diff', 'less.json', join(orders, 'openapi.json'), '--json');
  expect(added.exit).toBe(0);
});

test('[C5.3] init writes a project under its own name and refuses a folder that holds something', async () => {
  const { exit, out } = await tidemark('init', 'tide-notes');
  expect([exit, out]).toEqual([0, expect.stringContaining('npm run build')]);
  const contract = await readFile(join(folder, 'tide-notes/src/contract.ts'), 'utf8');
  expect(contract).toContain("id: 'tide-notes'");
  expect(contract).toContain('export const tideNotes = defineContract');
  expect(contract).not.toMatch(/__[a-zA-Z]+__/);
  const again = await tidemark('init', 'tide-notes');
  expect([again.exit, again.err]).toEqual([2, expect.stringContaining('is not empty')]);
});

test("[C5.0] the installed command runs, and its exit status is the command's", async () => {
  const bin = join(root, 'node_modules/.bin/tidemark');
  const call = (...argv: string[]) =>
    new Promise<{ code: number; stdout: string }>((resolve) => {
      execFile(bin, argv, { cwd: folder }, (error, stdout) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout }));
    });
  expect(await call('--version')).toEqual({ code: 0, stdout: '0.1.0\n' });
  expect((await call('validate', 'broken.json')).code).toBe(1);
  expect((await call()).code).toBe(2);
});
