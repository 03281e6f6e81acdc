import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samples } from './testing/samples.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const golden = join(root, 'fixtures/golden/decoders');
const bin = (name: string): string => join(root, 'node_modules/.bin', name);

function settings(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>;
}

/** Output of a command, whatever its status. */
function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8' });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    return `${stdout ?? ''}${stderr ?? ''}`;
  }
}

describe('generated code, held to the rules of hand-written code', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-generated-'));
    cpSync(golden, folder, { recursive: true });
    writeFileSync(join(folder, '.oxfmtrc.json'), JSON.stringify({ ...settings('.oxfmtrc.json'), ignorePatterns: [] }));
    // Rules that look into other modules need a project around the file; the compiler, which has one, has its own test below.
    const { rules, ...lint } = settings('.oxlintrc.json') as { readonly rules: object };
    const alone = { ...lint, rules: { ...rules, 'import/namespace': 'off' }, ignorePatterns: [], options: {} };
    writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(alone));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('[C4.4] the formatter leaves it as it is', () => {
    expect(run(bin('oxfmt'), ['--list-different', ...Object.keys(samples)], folder)).toBe('');
  });

  test('[C4.4] the linter has nothing to say', () => {
    expect(run(bin('oxlint'), ['--deny-warnings', '.'], folder)).toContain('Found 0 warnings and 0 errors.');
  });

  test('[C3.1, C4.4] the strict compiler has nothing to say, and needs no inference for declarations', () => {
    const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) => ts.sys.readFile(path)) as { config: object };
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const files = readdirSync(golden, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const program = ts.createProgram(
      files.map((file) => join(golden, file)),
      {
        ...options,
        noEmit: true,
        isolatedDeclarations: true,
        noUnusedLocals: true,
        noUnusedParameters: true,
        types: [],
        lib: ['lib.es2023.d.ts', 'lib.es2024.string.d.ts', 'lib.dom.d.ts'],
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        allowImportingTsExtensions: true,
        rewriteRelativeImportExtensions: false,
        paths: { '@tidemark/codec/generated': [join(root, 'packages/codec/src/generated.ts')] },
      },
    );
    const diagnostics = ts.getPreEmitDiagnostics(program).filter(({ file }) => file === undefined || file.fileName.startsWith(golden));
    expect(
      diagnostics.map(({ file, messageText }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
    ).toEqual([]);
  });

  test('[C4.4] no function has more than 50 lines', () => {
    const tooLong: string[] = [];
    for (const file of readdirSync(golden, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
      const source = ts.createSourceFile(file, readFileSync(join(golden, file), 'utf8'), ts.ScriptTarget.ES2022, true);
      for (const statement of source.statements.filter((node) => ts.isFunctionDeclaration(node))) {
        const lines = statement.getText().split('\n').length;
        if (lines > 50) tooLong.push(`${file} ${statement.name?.text}: ${lines}`);
      }
    }
    expect(tooLong).toEqual([]);
  });
});
