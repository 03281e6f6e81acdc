import { ModelError } from '@tidemark/model';
import { parsed } from '@tidemark/codec';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { lacks } from '../../../tools/vitest/needs.ts';
import { FORMAT, type Group, SUBJECT, subjectOf, suite, suiteGroups } from './testing/json-schema-suite.ts';
import { type LoadedDecoder, loadDecoder } from './testing/load-decoders.ts';

/** A case that the representation carries, and how its tests came out. */
interface Applied {
  readonly tests: number;
  readonly failures: readonly string[];
}

interface Row {
  readonly name: string;
  readonly cases: number;
  readonly applied: readonly Applied[];
  /** Reason to number of cases. */
  readonly refused: ReadonlyMap<string, number>;
}

const evidence = fileURLToPath(new URL('../../../docs/evidence/json-schema-suite.md', import.meta.url));

/** Tests that we fail on purpose, and why. One that passes has to go from this list. */
const EXPECTED_FAILURES: ReadonlyMap<string, string> = new Map([
  [
    'required properties whose names are Javascript object property names: all present',
    'its value has a key `__proto__` that no property declares, which is refused as `forbidden-key` (C3.4)',
  ],
]);

/** The reason why the representation does not carry a schema. */
function whyNot(error: unknown): string {
  if (!(error instanceof ModelError)) throw error;
  return error.code === 'unsupported-keyword' ? error.reason.replace(/\.$/, '') : error.code;
}

function run(group: Group): Row {
  const applied: Applied[] = [];
  const refused = new Map<string, number>();
  for (const suiteCase of group.cases) {
    let decoder: LoadedDecoder;
    try {
      decoder = decoderOf(suiteCase.schema);
    } catch (error) {
      const reason = whyNot(error);
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
      continue;
    }
    const failures = suiteCase.tests
      .filter(({ data, valid }) => !agrees(decoder, data, valid))
      .map((row) => `${suiteCase.description}: ${row.description}`);
    applied.push({ tests: suiteCase.tests.length, failures });
  }
  return { name: group.name, cases: group.cases.length, applied, refused };
}

/** Text, bytes and parsed value have to come out the same. */
function agrees(decoder: LoadedDecoder, data: unknown, valid: boolean): boolean {
  const text = JSON.stringify(data);
  const results = [text, JSON.stringify(data, null, 1), new TextEncoder().encode(text), parsed(data)].map(
    (input) => decoder.tryDecode(input).ok,
  );
  return [...results, decoder.is(data)].every((ok) => ok === valid);
}

function decoderOf(schema: unknown): LoadedDecoder {
  return loadDecoder(subjectOf(schema), SUBJECT);
}

function table(rows: readonly Row[]): string {
  const line = (row: Row): string => {
    const tests = row.applied.reduce((sum, { tests: count }) => sum + count, 0);
    const failed = row.applied.reduce((sum, { failures }) => sum + failures.length, 0);
    const reasons = [...row.refused].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([reason, count]) => `${reason} (${count})`);
    return `| ${row.name} | ${row.cases} | ${row.applied.length} | ${tests - failed} of ${tests} | ${reasons.join(', ')} |`;
  };
  const applied = rows.reduce((sum, row) => sum + row.applied.length, 0);
  const tests = rows.flatMap((row) => row.applied).reduce((sum, row) => sum + row.tests, 0);
  return [
    '# JSON Schema 2020-12 test suite through generated decoders',
    '',
    '<!-- Written by generators/decoders/src/json-schema-suite.test.ts with RECORD=1, which also fails where it is stale. -->',
    '',
    `${applied} of ${rows.reduce((sum, row) => sum + row.cases, 0)} cases are applicable (C3.5): every keyword of theirs is one that the representation carries. Their ${tests} tests ran`,
    'as compact text, indented text, bytes, parsed value and through `isX`; a test passes where all five agree with the suite.',
    'The last column says why the other cases do not apply, in the words of the `ModelError`, and in how many.',
    `The groups of \`${FORMAT}\` are left out: \`format\` is an annotation in 2020-12, and Tidemark says the forms it checks with wire scalars.`,
    '',
    '| group | cases | applicable | passed | why not |',
    '|---|---|---|---|---|',
    ...rows.map(line),
    '',
    'Expected to fail:',
    '',
    ...[...EXPECTED_FAILURES].map(([name, reason]) => `- ${name}: ${reason}`),
    '',
  ].join('\n');
}

describe.skipIf(lacks(suite))('JSON Schema 2020-12 suite', { timeout: 180_000 }, () => {
  const rows = suite.path === undefined ? [] : suiteGroups(suite.path).map(run);

  test.each(rows)('[C3.5] $name: every applicable test passes', (row) => {
    const failures = row.applied.flatMap((applied) => applied.failures);
    expect(failures.filter((failure) => !EXPECTED_FAILURES.has(failure))).toEqual([]);
  });

  test('[C3.4, C3.5] what is expected to fail does', () => {
    const failures = rows.flatMap((row) => row.applied).flatMap((applied) => applied.failures);
    expect(failures).toEqual([...EXPECTED_FAILURES.keys()]);
  });

  test('[C3.5] enough of the suite is applicable for this to mean something', () => {
    expect(rows.flatMap((row) => row.applied).length).toBeGreaterThan(100);
  });

  test('[C3.5] the table in docs/evidence is what was run (RECORD=1 rewrites it)', () => {
    if (process.env['RECORD'] === '1') writeFileSync(evidence, table(rows));
    expect(readFileSync(evidence, 'utf8')).toBe(table(rows));
  });
});
