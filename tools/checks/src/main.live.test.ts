import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MAIN = join(ROOT, 'tools/checks/src/main.ts');

/** Stands in for `tidemark build --check`: compares one file with what it would write. */
const GENERATOR = `
import { readFileSync, writeFileSync } from 'node:fs';
const wanted = 'export const generated = 1;\\n';
if (!process.argv.includes('--check')) writeFileSync('out.ts', wanted);
else if (readFileSync('out.ts', 'utf8') !== wanted) { console.log('-hand-edited'); process.exit(1); }
`;

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tidemark checks '));
  write('package.json', '{"name":"planted","private":true,"engines":{"node":">=20.19"}}');
  write('docs/dependencies.md', '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', MAIN, ...args], { cwd: ROOT, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the entry of tools/checks, over a tree on disk', () => {
  test('exits 1 and names file, line and fix; node_modules and dist are not looked at', () => {
    write('packages/wire/package.json', '{"name":"@tidemark/wire"}');
    write('packages/wire/src/index.ts', "import 'node:fs';\n");
    write('packages/wire/node_modules/x/src/a.ts', "import 'node:fs';\n");
    write('packages/wire/dist/src/a.ts', "import 'node:fs';\n");
    expect(run('--root', root, 'import-direction', 'exports-style')).toEqual({
      status: 1,
      stderr: '',
      stdout:
        'packages/wire/src/index.ts:1  [import-direction] packages/wire runs in browsers too, but imports the Node builtin node:fs\n' +
        '    fix: use a web-standard API, or take the facility by injection\n' +
        'FAILED import-direction (1)\nok     exports-style\n1 passed, 1 failed\n',
    });
  });

  test('exits 2 on a check that does not exist, and lists those that do', () => {
    const { status, stderr } = run('--root', root, 'imports');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^no check is called imports\n\nUsage: .*\n[\s\S]*  import-direction {4}packages import only downwards/);
  });

  test('[C2.4] generated files on disk must be what generation gives', () => {
    write('specs/a/generate.mjs', GENERATOR);
    write('specs/a/package.json', '{"name":"a","type":"module","scripts":{"generate":"node generate.mjs"}}');
    write('specs/a/out.ts', 'export const generated = 1;\n');
    expect(run('--root', root, 'generated-drift')).toEqual({
      status: 0,
      stderr: '',
      stdout: 'ok     generated-drift\n1 passed, 0 failed\n',
    });

    write('specs/a/out.ts', 'export const generated = 2;\n');
    const { status, stdout } = run('--root', root, 'generated-drift');
    expect(status).toBe(1);
    expect(stdout).toContain('specs/a/package.json  [generated-drift] `node generate.mjs --check` exits with 1:\n      -hand-edited\n');
    expect(readFileSync(join(root, 'specs/a/out.ts'), 'utf8')).toBe('export const generated = 2;\n');
  });

  test('rewrites the error document from the tables', () => {
    write('packages/wire/package.json', '{"name":"@tidemark/wire"}');
    write('packages/wire/src/errors.ts', "export const E = { odd: { why: 'W.', fix: 'F.' } };\n");
    expect(run('--root', root, 'error-tables').status).toBe(1);
    expect(run('--root', root, '--write-errors').status).toBe(0);
    expect(readFileSync(join(root, 'docs/errors.md'), 'utf8')).toContain('| `odd` | W. | F. |\n');
    expect(run('--root', root, 'error-tables').status).toBe(0);
  });
});
