import type { Representation } from '@tidemark/model';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emitDecoders } from './index.ts';
import { SUBJECT, subjectOf, suite, suiteGroups } from './testing/json-schema-suite.ts';
import { loadDecoder } from './testing/load-decoders.ts';
import { samples } from './testing/samples.ts';

interface Case {
  readonly module: string;
  readonly name: string;
  readonly representation: Representation;
  readonly texts: readonly string[];
}

const codec = fileURLToPath(new URL('../../../packages/codec/src/', import.meta.url));
const runner = fileURLToPath(new URL('testing/run-cases.mjs', import.meta.url));

/** The samples with texts of every kind, and the JSON Schema suite where it is at hand. */
function allCases(): readonly Case[] {
  const own = Object.entries(samples).flatMap(([sample, representation]) =>
    representation.schemas.map(({ name }) => ({ module: `${sample}.js`, name, representation, texts: OWN_TEXTS })),
  );
  const cases = suite.path === undefined ? [] : suiteGroups(suite.path).flatMap((group) => group.cases);
  const fromSuite = cases.flatMap((suiteCase, i): readonly Case[] => {
    try {
      const texts = suiteCase.tests.flatMap(({ data }) => [JSON.stringify(data), JSON.stringify(data, null, 1)]);
      return [{ module: `suite${i}.js`, name: SUBJECT, representation: subjectOf(suiteCase.schema), texts }];
    } catch {
      return [];
    }
  });
  return [...own, ...fromSuite];
}

const OWN_TEXTS = [
  '',
  'null',
  '"ord_1"',
  '[1,2]',
  '["a","b"]',
  '{}',
  '{"a":"x"}',
  '{"id":"a","more":[1e3,{"\\u0062":null}]}',
  '{"id":"a","id":"b"}',
  '{"name":"a","left":{"name":"b"},"children":[]}',
  '{"type":"created","v":1,"id":"a","total":1000}',
  '{"type":"created","v":2,"id":"a","total":1000}',
  '{"type":"created", "v":1,"id":"a","total":1e3}',
  '{"type":"nope","v":1}',
  '{"kind":"kind7","id":"a"}',
  '{"__proto__":{}}',
  '["\\ud800"]',
  '['.repeat(100_000) + ']'.repeat(100_000),
];

function transpile(text: string): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, rewriteRelativeImportExtensions: true };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}

describe('without code from strings', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-no-eval-'));
    mkdirSync(join(folder, 'codec'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    for (const file of readdirSync(codec).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
      writeFileSync(join(folder, 'codec', file.replace(/\.ts$/, '.js')), transpile(readFileSync(codec + file, 'utf8')));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('[C3.1] decoders come out the same in a process that forbids it', () => {
    const cases = allCases();
    for (const { module, representation } of cases) {
      const [file] = emitDecoders(representation);
      writeFileSync(join(folder, module), transpile(file?.text ?? '').replace("'@tidemark/codec/generated'", "'./codec/generated.js'"));
    }
    writeFileSync(join(folder, 'cases.json'), JSON.stringify({ cases: cases.map(({ module, name, texts }) => ({ module, name, texts })) }));
    const out = execFileSync(process.execPath, ['--disallow-code-generation-from-strings', runner, folder], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    const { forbidsCode, outcomes } = JSON.parse(out) as {
      readonly forbidsCode: boolean;
      readonly outcomes: readonly (readonly string[])[];
    };
    expect(forbidsCode).toBe(true);
    const expected = cases.flatMap(({ name, representation, texts }) => {
      const { tryDecode } = loadDecoder(representation, name);
      return texts.map((text) => {
        const result = tryDecode(text);
        const outcome = result.ok ? 'accepted' : `${result.error.code} ${result.error.path}`;
        return [outcome, outcome];
      });
    });
    expect(outcomes).toEqual(expected);
    expect(new Set(outcomes.map(([outcome]) => outcome?.split(' ')[0])).size).toBeGreaterThan(10);
  });
});
