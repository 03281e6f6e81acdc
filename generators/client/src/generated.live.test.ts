import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { emitDecoders, emitTypes } from '@tidemark/decoders';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emitClientPackage } from './index.ts';
import { samples } from './testing/samples.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-client-'));
  for (const [name, { representation, inputs }] of Object.entries(samples)) {
    for (const { path, text } of [
      ...emitClientPackage(representation, inputs),
      ...emitTypes(representation),
      ...emitDecoders(representation),
    ]) {
      mkdirSync(dirname(join(folder, name, path)), { recursive: true });
      writeFileSync(join(folder, name, path), text);
    }
  }
  copyFileSync(fileURLToPath(new URL('testing/use-client.ts.txt', import.meta.url)), join(folder, 'use-client.ts'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Workspace packages by their sources. */
const sources = Object.fromEntries(
  ['codec', 'transport', 'wire'].flatMap((name) => [
    [`@tidemark/${name}`, join(root, `packages/${name}/src/index.ts`)],
    [`@tidemark/${name}/generated`, join(root, `packages/${name}/src/generated.ts`)],
  ]),
);

describe('[C4.4] generated clients', () => {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: [
      'lib.es2022.d.ts',
      'lib.es2023.array.d.ts',
      'lib.esnext.string.d.ts',
      'lib.dom.d.ts',
      'lib.dom.iterable.d.ts',
      'lib.dom.asynciterable.d.ts',
    ],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noImplicitOverride: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    declaration: true,
    isolatedDeclarations: true,
    noEmit: true,
    skipLibCheck: true,
    paths: Object.fromEntries(Object.entries(sources).map(([name, file]) => [name, [file]])),
  };

  test('[C4.2] compile in strict TypeScript, with types that an application relies on', () => {
    const files = [
      ...Object.keys(samples).flatMap((name) => ['index', 'decoders'].map((file) => join(folder, name, `src/${file}.ts`))),
      join(folder, 'use-client.ts'),
    ];
    const program = ts.createProgram(files, options);
    const findings = ts
      .getPreEmitDiagnostics(program)
      .filter(({ file }) => file === undefined || file.fileName.startsWith(folder))
      .map(
        ({ file, start, messageText }) =>
          `${file?.fileName.slice(folder.length)}:${start}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      );
    expect(findings).toEqual([]);
  });

  test('are formatted as the project formats', () => {
    const config = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')) as object;
    writeFileSync(
      join(folder, '.oxfmtrc.json'),
      JSON.stringify({ ...config, ignorePatterns: ['**/*.md', '**/decoders.ts', '**/types.ts', 'use-client.ts'] }),
    );
    const oxfmt = join(root, 'node_modules/oxfmt/bin/oxfmt');
    const different = execFileSync(process.execPath, [oxfmt, '-c', join(folder, '.oxfmtrc.json'), '--list-different', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(different).toBe('');
  });
});

/** Bytes of a browser bundle, minified and gzipped. */
async function bundle(entry: string): Promise<{ readonly bytes: number; readonly text: string; readonly inputs: readonly string[] }> {
  const result = await build({
    stdin: { contents: entry, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    alias: sources,
    legalComments: 'none',
  });
  const text = result.outputFiles[0]?.text ?? '';
  return { bytes: gzipSync(text, { level: 9 }).length, text, inputs: Object.keys(result.metafile.inputs) };
}

describe('[F13] bundles', () => {
  const all = `export * from './orders/src/index.ts'; export * from './orders/src/decoders.ts';`;
  const use = `import { createOrdersClient } from './orders/src/index.ts'; export const client = createOrdersClient({ baseUrl: location.origin });`;

  test('the orders client with every decoder stays below 20 kB, and reaches nothing that a browser lacks', async () => {
    const whole = await bundle(all);
    expect(whole.bytes).toBeLessThan(20_000);
    expect(whole.inputs.filter((path) => path.includes('node_modules') || path.startsWith('node:'))).toEqual([]);
    expect((await bundle(use)).bytes).toBeLessThan(whole.bytes);
  });

  test('a client without streams and sockets carries neither', async () => {
    const { text, bytes, inputs } = await bundle(`export { createBareClient } from './bare/src/index.ts';`);
    expect(text).not.toMatch(/event-stream|last-event-id|[Ss]ubprotocol|WebSocket\b(?!.*option)/);
    expect(inputs.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(7_000);
  });
});
