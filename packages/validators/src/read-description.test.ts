import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { baseDescription, fixtureText } from './fixtures.fixture.ts';
import { hasDuplicateKeys } from './input/duplicate-keys.ts';
import { readDescription } from './read-description.ts';
import { validateDescription } from './validate-description.ts';

interface Refusal {
  readonly name: string;
  readonly text?: string;
  readonly repeat?: readonly [string, string, number, string];
  readonly prefix?: string;
  readonly nested?: number;
  readonly rules: readonly string[];
}

const { refusals } = JSON.parse(fixtureText('refusals.json')) as { refusals: readonly Refusal[] };

function textOf({ text, repeat, prefix = '', nested }: Refusal): string {
  if (nested !== undefined) return prefix + '['.repeat(nested) + ']'.repeat(nested);
  return repeat ? repeat[0] + repeat[1].repeat(repeat[2]) + repeat[3] : (text ?? '');
}

test.each(refusals)('[C5.1] $name: $rules', async (refusal) => {
  const findings = await validateDescription(textOf(refusal), { maxBytes: 262_144 });
  const rules = findings.filter(({ validator }) => validator !== 'redocly' && validator !== 'asyncapi-parser').map(({ rule }) => rule);
  expect([...new Set(rules)].toSorted()).toEqual(refusal.rules);
});

test('[C5.1] an object is read as the JSON that it serializes to', async () => {
  const cyclic: Record<string, unknown> = { openapi: '3.2.0' };
  cyclic.self = cyclic;
  expect((await validateDescription(cyclic)).map(({ rule, message }) => [rule, message])).toEqual([
    ['document-malformed', 'the object has cycles or values that are not JSON'],
  ]);
  expect((await validateDescription({ openapi: '3.2.0', x: 1n })).map(({ rule }) => rule)).toEqual(['document-malformed']);
});

test('[C5.1] a duplicate key names its line', async () => {
  const findings = await validateDescription('{"openapi":"3.2.0",\n"info":{"title":"a","title":"b"}}');
  expect(findings.map(({ message }) => message)).toEqual(['Map keys must be unique at line 2, column 21:']);
});

test('[C5.1] embedded resources and the own address are inside', async () => {
  const document = {
    openapi: '3.1.0',
    $self: 'https://a.example/x',
    components: { schemas: { A: { $id: 'https://b.example/a' }, B: { $ref: 'https://b.example/a#/x' }, C: { $ref: 'x#/components' } } },
  };
  const read = await readDescription(document, { maxBytes: 1e6, maxDepth: 100 });
  expect(read.findings).toEqual([]);
});

test('[C5.1] YAML and JSON of one description give the same findings', async () => {
  const { stringify } = await import('yaml');
  const document = { ...baseDescription('openapi-3.2-sse'), $self: 'https://a.example/#b' };
  expect(await validateDescription(stringify(document))).toEqual(await validateDescription(JSON.stringify(document)));
});

test('[C5.1] JSON text without duplicates is never taken for one with', () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 0, max: 4 }), (json, indent) => {
      const value: unknown = JSON.parse(json);
      expect(hasDuplicateKeys(JSON.stringify(value, null, indent), value)).toBe(false);
    }),
  );
});

test('[C5.1] a member repeated anywhere is seen', () => {
  const withObject = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 });
  fc.assert(
    fc.property(withObject, (object) => {
      const [name, value] = Object.entries(object)[0] ?? ['', null];
      const text = `[${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}]`;
      expect(hasDuplicateKeys(text, JSON.parse(text))).toBe(true);
    }),
  );
});
