import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle, root, sources, writeGenerated } from './testing/generated-folder.ts';
import { samples } from './testing/samples.ts';

let folder = '';
let remove: () => void = () => undefined;
beforeAll(() => {
  ({ folder, remove } = writeGenerated(['use-client']));
});
afterAll(() => remove());

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: [
    'lib.es2022.d.ts',
    'lib.es2023.array.d.ts',
    'lib.es2024.string.d.ts',
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

describe('[C4.4] generated clients', () => {
  test('[C4.2] compile in strict TypeScript, with types that an application relies on', () => {
    const entries = Object.keys(samples).flatMap((name) => ['index', 'decoders'].map((file) => join(folder, name, `src/${file}.ts`)));
    const program = ts.createProgram([...entries, join(folder, 'use-client.ts')], options);
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
    const ignorePatterns = ['**/*.md', '**/decoders.ts', '**/types.ts', 'use-client.ts', '.oxfmtrc.json'];
    writeFileSync(join(folder, '.oxfmtrc.json'), JSON.stringify({ ...config, ignorePatterns }));
    const settings = ['-c', join(folder, '.oxfmtrc.json'), '--list-different', '.'];
    const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), ...settings], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });
});

const sizeOf = (text: string): number => gzipSync(text, { level: 9 }).length;

describe('[F13] bundles, minified and gzipped', () => {
  /**
   * F13 asks for 20,000 bytes; 19,968 were measured, of which about 3,000 are the decoders of orders. The other bounds keep what is reached.
   */
  test('the orders client with its decoders, and nothing that a browser lacks', async () => {
    const entry = `import { createOrdersClient } from './orders/src/index.ts'; export const client = createOrdersClient({ baseUrl: location.origin });`;
    const { text, files } = await bundle(folder, entry);
    expect(sizeOf(text)).toBeLessThanOrEqual(20_000);
    expect(files.filter((path) => path.includes('node_modules') || path.startsWith('node:'))).toEqual([]);
  });

  test('the run time alone', async () => {
    const { text } = await bundle(folder, `export * from '@tidemark/transport/generated';`);
    expect(sizeOf(text)).toBeLessThan(13_500);
  });

  test('a client without streams and sockets carries neither', async () => {
    const { text, files } = await bundle(folder, `export { createBareClient } from './bare/src/index.ts';`);
    expect(files.filter((path) => /\/(?:stream|sse-|socket|pending-replies|bounded-queue|open-web-socket)[^/]*$/.test(path))).toEqual([]);
    expect(sizeOf(text)).toBeLessThan(8_000);
  });
});
