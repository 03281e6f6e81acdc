import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { build, type BuildReport } from './build.ts';
import { BuildError } from './build-error.ts';
import { readConfig } from './config.ts';
import { LOCK_FILE, withLock } from './lock.ts';
import { makeProject, type Project, smallContract, smallProject } from './testing/project.ts';

const open: Project[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.remove()));
});

/** A project in a folder of its own beside which a test may put what no build may touch. */
async function built(): Promise<{ readonly at: Project; readonly run: (check?: boolean) => Promise<BuildReport> }> {
  const files = Object.entries(smallProject()).map(([path, text]) => [`project/${path}`, text]);
  const at = await makeProject(Object.fromEntries(files) as Record<string, string>);
  open.push(at);
  const run = async (check = false): Promise<BuildReport> =>
    build(await readConfig(join(at.folder, 'project/tidemark.config.json')), { check });
  await run();
  return { at, run };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const RECORD = 'project/generated/tidemark.generated.json';

interface RecordText {
  format: unknown;
  inputs: unknown;
  files: Record<string, unknown>;
}

async function tamper(at: Project, change: (record: RecordText) => void): Promise<void> {
  const record = JSON.parse((await at.snapshot())[RECORD] ?? '') as RecordText;
  change(record);
  await at.write(RECORD, JSON.stringify(record));
}

async function failure(work: Promise<unknown>): Promise<BuildError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BuildError);
  return error as BuildError;
}

const changed = smallContract(', more: Type.Optional(SafeUint())');

test('[C6.1] a record that names files of others lets a build remove none of them, and compare shows none', async () => {
  const { at, run } = await built();
  const mine = {
    'outside.txt': 'keep',
    'project-beside/outside.txt': 'keep',
    'linked/behind-a-link.txt': 'keep',
    'project/generated/client/edited.txt': 'edited by a person',
    'project/contract.ts': changed,
  };
  for (const [path, text] of Object.entries(mine)) await at.write(path, text);
  await at.write('project/generated/client/generated-before.txt', 'generated');
  await symlink(join(at.folder, 'linked'), join(at.folder, 'project/generated/link'));
  await symlink(join(at.folder, 'outside.txt'), join(at.folder, 'project/generated/link.txt'));
  await tamper(at, ({ files }) => {
    Object.assign(files, {
      '../../outside.txt': sha256('keep'),
      '../../project-beside/outside.txt': sha256('keep'),
      'link/behind-a-link.txt': sha256('keep'),
      'link.txt': sha256('keep'),
      'client/edited.txt': sha256('generated'),
      'client/generated-before.txt': sha256('generated'),
      'client/gone.txt': sha256('generated'),
      '../contract.ts': sha256(changed),
      '../tidemark.config.json': sha256(smallProject()['tidemark.config.json'] ?? ''),
    });
  });
  const compared = await run(true);
  const stale = compared.drift.filter(({ kind }) => kind === 'stale').map(({ file }) => file.slice(at.folder.length + 1));
  expect(stale).toEqual(['project/generated/client/generated-before.txt']);
  const report = await run();
  const short = (file: string): string => file.slice(at.folder.length + 1);
  expect(report.removed.map(short)).toEqual(['project/generated/client/generated-before.txt']);
  expect(report.kept.map(({ file, reason }) => [short(file), reason])).toEqual([
    ['outside.txt', 'outside'],
    ['project-beside/outside.txt', 'outside'],
    ['project/generated/link/behind-a-link.txt', 'outside'],
    ['project/generated/link.txt', 'edited'],
    ['project/generated/client/edited.txt', 'edited'],
  ]);
  const after = await at.snapshot();
  expect(Object.keys(mine).map((path) => after[path])).toEqual(Object.values(mine));
  expect(after['project/tidemark.config.json']).toBe(smallProject()['tidemark.config.json']);
  expect((await readdir(join(at.folder, 'project/generated'))).filter((name) => name.startsWith('link'))).toEqual(['link', 'link.txt']);
});

test('[C6.1] a later build too never overwrites what somebody wrote where no build has written', async () => {
  const { at, run } = await built();
  await tamper(at, ({ files }) => delete files['openapi.yaml']);
  await at.write('project/generated/openapi.yaml', 'mine');
  await at.write('project/contract.ts', changed);
  const before = await at.snapshot();
  const error = await failure(run());
  expect([error.code, error.problems.map(({ file }) => file)]).toEqual([
    'foreign-file',
    [join(at.folder, 'project/generated/openapi.yaml')],
  ]);
  expect(await at.snapshot()).toEqual(before);
});

const digest = 'a'.repeat(64);
const MALFORMED: readonly (readonly [string, string | ((record: RecordText) => void), string, string])[] = [
  ['is no JSON', '<<<<<<< ours', '', 'It is not JSON: Unexpected token \'<\', "<<<<<<< ours" is not valid JSON.'],
  ['is no object', '[]', '', 'It is not an object.'],
  ['is null', 'null', '', 'It is not an object.'],
  ['is of another format', (record) => (record.format = 2), '/format', 'Its format is not 1.'],
  ['is of no format', (record) => delete record.format, '/format', 'Its format is not 1.'],
  ['has a field more', (record) => Object.assign(record, { 'a/b': 1 }), '/a~1b', 'There is no such field.'],
  ['has no digest of its inputs', (record) => (record.inputs = ''), '/inputs', 'It is not a SHA-256 digest.'],
  ['lists no files', (record) => Object.assign(record, { files: [] }), '/files', 'It is not an object.'],
  ['has no digest of a file', (record) => (record.files['x'] = 7), '/files/x', 'It is not a SHA-256 digest.'],
  ...['/etc/passwd', 'a/../../b', '..', 'a/.', 'a//b', '', 'a\\b', 'C:/x', 'a\0b', '../..'].map(
    (path) =>
      [
        `names ${JSON.stringify(path)}`,
        (record: RecordText) => (record.files[path] = digest),
        `/files/${path.replaceAll('/', '~1')}`,
        'It is not a relative path of plain names with / between them.',
      ] as const,
  ),
  ['is huge', ' '.repeat(4 * 1024 * 1024 + 1), '', 'It has more than 4194304 bytes.'],
];

test.each(MALFORMED)('[C6.1] a record that %s is refused with path, reason and fix', async (_what, change, path, reason) => {
  const { at, run } = await built();
  if (typeof change === 'string') await at.write(RECORD, change);
  else await tamper(at, change);
  const before = await at.snapshot();
  const error = await failure(run());
  expect([error.code, error.problems]).toEqual([
    'invalid-manifest',
    [
      {
        file: join(at.folder, RECORD),
        path,
        reason,
        fix: 'Restore it, or delete it and build again: files that differ from what is generated are then named, and none is removed.',
      },
    ],
  ]);
  expect(await at.snapshot()).toEqual(before);
});

test('[C6.1] a record that is a folder is refused, and a build without a record that finds its own files goes on', async () => {
  const { at, run } = await built();
  await promisify(execFile)('rm', [join(at.folder, RECORD)]);
  expect((await run()).written).toEqual([join(at.folder, RECORD)]);
  await promisify(execFile)('rm', [join(at.folder, RECORD)]);
  await mkdir(join(at.folder, RECORD));
  expect((await failure(run())).problems[0]?.reason).toBe('It is not a file.');
});

test('[C6.1] of two builds that put files in place at once, one is told of the other and changes nothing', async () => {
  const { at, run } = await built();
  await at.write('project/contract.ts', changed);
  const before = await at.snapshot();
  await withLock(join(at.folder, 'project/generated'), async () => {
    const error = await failure(run());
    expect([error.code, error.problems[0]?.file]).toEqual(['build-running', join(at.folder, 'project/generated', LOCK_FILE)]);
    expect(error.problems[0]?.reason).toMatch(new RegExp(`^Process ${process.pid} on .+ holds it\\.$`));
    const { [`project/generated/${LOCK_FILE}`]: lock, ...others } = await at.snapshot();
    expect([typeof lock, others]).toEqual(['string', before]);
  });
  expect((await run()).written.length).toBeGreaterThan(5);
  expect(Object.keys(await at.snapshot()).filter((path) => path.includes(LOCK_FILE))).toEqual([]);
});

test('[C6.1] builds at once leave the bytes of one of them, whole', async () => {
  const { at, run } = await built();
  await at.write('project/contract.ts', changed);
  const outcomes = await Promise.allSettled([run(), run(), run()]);
  const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'built' : (outcome.reason as BuildError).code));
  expect(codes).toContain('built');
  expect(codes.filter((code) => code !== 'built' && code !== 'build-running')).toEqual([]);
  expect((await run(true)).drift).toEqual([]);
});

/** The number of a process that has ended. */
async function endedProcess(): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-p', 'process.pid']);
  return Number(stdout);
}

const here = async (): Promise<string> => (await import('node:os')).hostname();
const STALE: readonly (readonly [string, () => Promise<string>, boolean])[] = [
  ['of a process that has ended', async () => JSON.stringify({ pid: await endedProcess(), host: await here() }), false],
  ['of a process that had this number before', async () => JSON.stringify({ pid: process.pid, host: await here() }), false],
  ['of another machine, eleven minutes old', async () => JSON.stringify({ pid: process.ppid, host: 'elsewhere' }), true],
  ['that a crash left empty, eleven minutes old', async () => '', true],
];

test.each(STALE)('[C6.1] a lock %s stops no build', async (_what, lock, old) => {
  const { at, run } = await built();
  await at.write('project/contract.ts', changed);
  const file = join(at.folder, 'project/generated', LOCK_FILE);
  await at.write(`project/generated/${LOCK_FILE}`, await lock());
  const then = Date.now() / 1000 - 11 * 60;
  const whenNew = old ? (await failure(run())).code : 'not tried';
  expect(whenNew).toBe(old ? 'build-running' : 'not tried');
  if (old) await utimes(file, then, then);
  expect((await run()).written.length).toBeGreaterThan(5);
  expect(Object.keys(await at.snapshot()).filter((path) => path.includes(LOCK_FILE))).toEqual([]);
});
