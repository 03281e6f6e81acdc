import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from './build.ts';
import { readConfig } from './config.ts';
import { makeProject, type Project } from './testing/project.ts';

let project: Project;
beforeAll(async () => {
  const readme = await readFile(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8');
  const contract = /```ts\n(import \{ defineContract[\s\S]*?)```/.exec(readme)?.[1] ?? '';
  project = await makeProject({ 'tidemark.config.json': '{ "contract": "contract.ts" }', 'contract.ts': contract });
});
afterAll(() => project.remove());

test("[P1.3] the README's contract builds, and what it says of the packages is there", async () => {
  const report = await build(await readConfig(join(project.folder, 'tidemark.config.json')));
  expect(report.contract).toBe('ticker');
  const files = await project.snapshot('generated');
  expect(files['client/dist/index.d.ts']).toContain('createTickerClient');
  expect(files['client/dist/client.d.ts']).toContain('watchTicks');
  expect(files['server/dist/index.d.ts']).toContain('TickerHandlers');
  expect(files['server/dist/index.d.ts']).toContain('tickerPlugin');
  expect(files['openapi.yaml']).toContain('itemSchema');
});
