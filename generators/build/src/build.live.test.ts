import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { build } from './build.ts';
import { BuildError } from './build-error.ts';
import { readConfig } from './config.ts';
import { makeProject, type Project, smallContract, smallProject } from './testing/project.ts';

const open: Project[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.remove()));
});

async function project(files = smallProject()): Promise<Project> {
  const made = await makeProject(files);
  open.push(made);
  return made;
}

const config = (at: Project): ReturnType<typeof readConfig> => readConfig(join(at.folder, 'tidemark.config.json'));

async function failure(work: Promise<unknown>): Promise<BuildError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BuildError);
  return error as BuildError;
}

test('[C2.3, C4.1] one contract becomes descriptions and two packages, in two projects to the same bytes', async () => {
  const [first, second] = [await project(), await project()];
  const report = await build(await config(first));
  await build(await config(second));
  const files = await first.snapshot('generated');
  expect(files).toEqual(await second.snapshot('generated'));
  expect(report.files).toBe(Object.keys(files).length);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([
      'openapi.json',
      'openapi.yaml',
      'client/package.json',
      'client/dist/index.js',
      'client/dist/decoders.d.ts',
      'server/dist/plugin.js',
      'server/README.md',
    ]),
  );
  // C2.5: no socket, no AsyncAPI.
  expect(Object.keys(files).filter((path) => path.startsWith('asyncapi'))).toEqual([]);
  expect(Object.values(files).filter((text) => text.includes(first.folder))).toEqual([]);
});

test('[C2.3] another process in another folder, time zone and locale gives the same bytes', async () => {
  const [here, there] = [await project(), await project()];
  await build(await config(here));
  const script = fileURLToPath(new URL('./generate-here.ts', import.meta.url));
  const env = { ...process.env, TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' };
  await promisify(execFile)(process.execPath, ['--import', 'tsx', '-C', '@tidemark/source', script], { cwd: there.folder, env });
  expect(await there.snapshot('generated')).toEqual(await here.snapshot('generated'));
});

test('[F11] nothing is generated when nothing has changed, and everything when a file was touched', async () => {
  const at = await project();
  await build(await config(at));
  const stages: string[] = [];
  const second = await build(await config(at), { progress: (stage) => stages.push(stage) });
  expect([second.unchanged, stages]).toEqual([true, ['contract', 'model']]);
  await at.write('generated/openapi.json', '{}');
  const third = await build(await config(at));
  expect([third.unchanged, third.written]).toEqual([false, [join(at.folder, 'generated/openapi.json')]]);
});

test('[C2.4] check finds one edited character, a missing and a stale file, prints the diff and writes nothing', async () => {
  const at = await project();
  await build(await config(at));
  const clean = await build(await config(at), { check: true });
  expect(clean.drift).toEqual([]);
  const generated = await at.snapshot('generated');
  const yaml = generated['openapi.yaml'] ?? '';
  await at.write('generated/openapi.yaml', yaml.replace('Keeps notes.', 'Keeps note5.'));
  const before = await at.snapshot('generated');
  const { drift } = await build(await config(at), { check: true });
  expect(drift.map(({ file, kind }) => [file.slice(at.folder.length + 1), kind])).toEqual([['generated/openapi.yaml', 'changed']]);
  expect(drift[0]?.patch).toMatch(/^-\s+summary: Keeps note5\.$/m);
  expect(drift[0]?.patch).toMatch(/^\+\s+summary: Keeps notes\.$/m);
  expect(await at.snapshot('generated')).toEqual(before);
});

const BROKEN: readonly (readonly [string, string, string, RegExp])[] = [
  ['a type without a bound', smallContract(', free: { type: "string" } as never'), 'invalid-contract', /\/schemas\/Note\/properties\/free/],
  ['a type that JSON cannot carry', smallContract(', big: { type: "bigint" } as never'), 'invalid-contract', /bigint/],
  ['a module that throws', 'throw new Error("no luck");', 'contract-not-loaded', /no luck/],
  ['a module that does not parse', 'export const = ;', 'contract-not-loaded', /contract\.ts/],
  ['a module without a contract', 'export const notes = 1;', 'no-contract', /No export is a contract/],
];

test.each(BROKEN)(
  '[C6.1] %s stops the build, names file, path, reason and fix, and leaves the output as it was',
  async (_name, contract, code, reason) => {
    const at = await project();
    await build(await config(at));
    const before = await at.snapshot('generated');
    await at.write('contract.ts', contract);
    const error = await failure(build(await config(at)));
    expect(error.code).toBe(code);
    expect(error.problems[0]?.file).toBe(join(at.folder, 'contract.ts'));
    expect(error.message).toMatch(reason);
    expect(error.problems.filter(({ fix }) => fix.length < 10)).toEqual([]);
    expect(await at.snapshot('generated')).toEqual(before);
  },
);

test('[C6.1] a failure while files are put in place puts back what stood there, and leaves no temporary folder', async () => {
  const at = await project();
  await build(await config(at));
  await at.write('contract.ts', smallContract(', more: Type.Optional(SafeUint())'));
  // A folder where a file goes: every rename before it has been made when this one fails.
  const last = join(at.folder, 'generated/server/src/index.ts');
  await rm(last);
  await mkdir(join(last, 'in-the-way'), { recursive: true });
  const before = await at.snapshot('generated');
  const error = await failure(build(await config(at)));
  expect(error.code).toBe('not-written');
  expect(await at.snapshot('generated')).toEqual(before);
});

test('[C6.1] a first build never overwrites what somebody wrote', async () => {
  const at = await project();
  await at.write('generated/openapi.yaml', 'mine');
  const error = await failure(build(await config(at)));
  expect([error.code, error.problems[0]?.file]).toEqual(['foreign-file', join(at.folder, 'generated/openapi.yaml')]);
  expect(await at.snapshot('generated')).toEqual({ 'openapi.yaml': 'mine' });
});

test('[C6.1] what a contract no longer gives is removed', async () => {
  const at = await project();
  const first = await config(at);
  await build(first);
  const { folder } = at;
  const moved = { ...first, server: join(folder, 'elsewhere') };
  const report = await build(moved);
  expect(report.unchanged).toBe(true);
  await at.write('contract.ts', smallContract(', more: Type.Optional(SafeUint())'));
  const next = await build(moved);
  expect(next.removed.length).toBeGreaterThan(5);
  expect(Object.keys(await at.snapshot('generated/server'))).toEqual([]);
});
