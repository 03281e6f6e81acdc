import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { build } from './build.ts';
import { readConfig } from './config.ts';
import { runModule } from './run-module.ts';
import { makeProject, type Project, smallProject } from './testing/project.ts';

const open: Project[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.remove()));
});

async function project(files: Readonly<Record<string, string>>): Promise<Project> {
  const made = await makeProject(files);
  open.push(made);
  return made;
}

test("[F11] a module's own files are loaded afresh, TypeBox is the one that the process has", async () => {
  const at = await project({
    'package.json': '{ "type": "module" }',
    'contract.ts': "export { Type } from '@tidemark/contract';\nexport { local } from './local.ts';\n",
    'local.ts': 'export const local: object = {};\n',
  });
  const [first, second] = [await runModule(join(at.folder, 'contract.ts')), await runModule(join(at.folder, 'contract.ts'))];
  expect(first.Type).toBeTypeOf('object');
  expect(second.Type).toBe(first.Type);
  expect(second.local).toEqual(first.local);
  expect(second.local).not.toBe(first.local);
});

test('[F11] source maps are on for no longer than a module takes to load, also when it throws', async () => {
  const at = await project({
    'good.ts': 'export const mapped = process.sourceMapsEnabled;\n',
    'bad.ts': 'throw new Error("no luck");\n',
  });
  const before = process.sourceMapsEnabled;
  process.setSourceMapsEnabled(false);
  try {
    expect((await runModule(join(at.folder, 'good.ts'))).mapped).toBe(true);
    expect(process.sourceMapsEnabled).toBe(false);
    await expect(runModule(join(at.folder, 'bad.ts'))).rejects.toThrow('no luck');
    expect(process.sourceMapsEnabled).toBe(false);
  } finally {
    process.setSourceMapsEnabled(before);
  }
});

test.each(['commonjs', 'module'])('[C6.1] a contract is built in a project of type %s', async (type) => {
  const at = await project({ ...smallProject(), 'package.json': JSON.stringify({ private: true, type }) });
  const report = await build(await readConfig(join(at.folder, 'tidemark.config.json')));
  expect([report.contract, report.unchanged]).toEqual(['notes', false]);
});
