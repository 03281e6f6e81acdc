import { compileFunction } from 'node:vm';
import * as fc from 'fast-check';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { type Pair, pairOf, sourcesOf } from './testing/generated-pair.ts';
import { wordyContract } from './testing/wordy-contract.ts';

/** Pieces that end a comment, a string, a template, a line, a regular expression, a script or a document, and a call that would show it. */
const PIECES: readonly string[] = [
  '*/',
  '/*',
  '//',
  '/',
  '`',
  '${',
  '}',
  '\\',
  "'",
  '"',
  '\n',
  '\r',
  '\r\n',
  '\u2028',
  '\u2029',
  '</script>',
  '<!--',
  '-->',
  '\t',
  '\0',
  'INJECTED()',
  ';',
  '#',
  '|',
  '@throws ',
  '😀',
  '---',
  '...',
  '&a ',
  '*a ',
  ': ',
  '- ',
  '%',
  '* ',
  '*',
  ' ',
  '```',
  '\ufeff',
  '\x85',
  '*\\/',
];
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((pieces) => pieces.join(''))
  .filter((joined) => joined.trim() !== '' && joined.isWellFormed());

/** Kinds and names of all that a file is made of; what stands between quotes is left out. Comments are no part of it. */
function skeleton(path: string, source: string): readonly string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ES2022, true);
  const { parseDiagnostics } = file as unknown as { readonly parseDiagnostics: readonly ts.Diagnostic[] };
  const found: string[] = parseDiagnostics.map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  const visit = (node: ts.Node): void => {
    // A statement that does not fit its line stands in a block of its own.
    const isWrapper = ts.isBlock(node) && node.statements.length === 1;
    if (!isWrapper) found.push(ts.isIdentifier(node) ? node.text : String(node.kind));
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

const skeletons = (pair: Pair): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(Object.entries(sourcesOf(pair)).map(([path, source]) => [path, skeleton(path, source)]));

/** What `descriptions.ts` of the server exports. */
function served(pair: Pair): Readonly<Record<string, unknown>> {
  const source = pair.emission.server.find(({ path }) => path === 'src/descriptions.ts')?.text ?? '';
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports: Record<string, unknown> = {};
  compileFunction(outputText, ['exports'])(exports);
  return exports;
}

test('[C4.4] no text of a contract becomes code: whatever it is, the generated files have the same statements', () => {
  let count = 0;
  const expected = skeletons(pairOf(wordyContract(() => `plain words ${(count += 1)}`)));
  expect(count).toBeGreaterThan(60);
  expect(Object.keys(expected).length).toBeGreaterThan(10);
  fc.assert(
    fc.property(fc.array(text, { minLength: 8, maxLength: 8 }), (texts) => {
      let next = 0;
      const pair = pairOf(wordyContract(() => texts[next++ % texts.length] ?? ''));
      expect(skeletons(pair)).toEqual(expected);
      const documents = Object.fromEntries(pair.emission.descriptions.map((file) => [file.path, file.text]));
      expect(documents).toEqual({
        'openapi.json': served(pair)['openapiJson'],
        'openapi.yaml': served(pair)['openapiYaml'],
        'asyncapi.json': served(pair)['asyncapiJson'],
        'asyncapi.yaml': served(pair)['asyncapiYaml'],
      });
      const manifests = [...pair.emission.client, ...pair.emission.server].filter(({ path }) => path.endsWith('.json'));
      expect(manifests.map((file) => (JSON.parse(file.text) as { name?: string }).name)).toEqual(['wordy-client', 'wordy-server']);
    }),
    { numRuns: 60 },
  );
});
