import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Finding } from './finding.ts';
import { baseDescription, fixtureText, goodDescriptions } from './fixtures.fixture.ts';
import { applyPatch } from './json-patch.fixture.ts';
import { isObject, pointerTo } from './json.ts';
import { validateDescription } from './validate-description.ts';

const short = (findings: readonly Finding[]): string[] => findings.map(({ validator, rule, pointer }) => `${validator} ${rule} ${pointer}`);

test.each(goodDescriptions())('[C5.1] a good description has no finding: %s', async (name) => {
  expect(await validateDescription(fixtureText(`good/${name}`))).toEqual([]);
});

test.each(['openapi-3.2-sse', 'asyncapi-3.0-ws'])(
  '[C5.1] our own kind of description has no finding under preset strict: %s',
  async (name) => {
    expect(await validateDescription(baseDescription(name), { preset: 'strict' })).toEqual([]);
  },
);

test('[C5.1] style is a finding under preset strict only', async () => {
  const description = fixtureText('good/openapi-3.1-shop.yaml');
  const findings = await validateDescription(description, { preset: 'strict' });
  expect(short(findings)).toContain('redocly operation-4xx-response /paths/~1items~1{id}/get/responses');
  expect(short(findings)).toContain('tidemark open-object /components/schemas/Book');
});

test('[C5.1] AsyncAPI 2 is validated for structure, and says so', async () => {
  const description = {
    asyncapi: '2.6.0',
    info: { title: 'Old', version: '1' },
    channels: { light: { publish: { message: { payload: { type: 'object' } } } } },
  };
  expect((await validateDescription(description)).map(({ message }) => message)).toContain(
    'AsyncAPI 2.6.0: examples, messages and schemas were not checked',
  );
  const broken = await validateDescription({ ...description, channels: { light: { publish: { message: 7 } } } });
  expect(broken.some(({ validator, severity }) => validator === 'asyncapi-parser' && severity === 'error')).toBe(true);
});

test('[C5.1] a finding names validator, rule, severity, pointer, message and fix', async () => {
  const document = applyPatch(baseDescription('openapi-3.2-sse'), [
    { op: 'replace', path: '/$self', value: 'https://orders.example.org/a#b' },
  ]);
  const findings = await validateDescription(document as object);
  expect(findings.find(({ validator }) => validator === 'tidemark')).toEqual({
    validator: 'tidemark',
    rule: 'self-fragment',
    severity: 'error',
    pointer: '/$self',
    message: '"https://orders.example.org/a#b" has a fragment',
    fix: 'Remove the fragment.',
  });
});

test('[C5.1] findings are bounded, and the bound is a finding', async () => {
  const examples = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`e${index}`, { summary: 'Bad', dataValue: index }]));
  const path = '/paths/~1orders/post/requestBody/content/application~1json/examples';
  const document = applyPatch(baseDescription('openapi-3.2-sse'), [{ op: 'replace', path, value: examples }]);
  const findings = await validateDescription(document as object, { maxFindings: 5 });
  expect(findings).toHaveLength(6);
  expect(findings[5]).toMatchObject({ rule: 'too-many-findings', message: '22 more findings' });
});

test('[C5.1] references to the own $self address stay inside the document', async () => {
  const path = '/paths/~1orders/post/responses/404/$ref';
  const document = applyPatch(baseDescription('openapi-3.2-sse'), [
    { op: 'replace', path, value: 'https://orders.example.org/openapi.json#/components/responses/NotFound' },
  ]);
  expect(await validateDescription(document as object, { preset: 'strict' })).toEqual([]);
});

test('[C5.1] a schema that refers to itself only is a finding, not an endless loop', async () => {
  const document = applyPatch(baseDescription('openapi-3.2-sse'), [
    { op: 'replace', path: '/components/schemas/Failure', value: { allOf: [{ $ref: '#/components/schemas/Failure' }] } },
  ]);
  const findings = await validateDescription(document as object);
  expect(findings.filter(({ validator, rule }) => validator === 'ajv' && rule === 'example-schema').map(({ message }) => message)).toEqual([
    'the value cannot be evaluated: Maximum call stack size exceeded',
  ]);
});

const ring = (length: number): object =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [`S${index}`, { properties: { a: { $ref: `#/components/schemas/S${(index + 1) % length}` } } }]),
  );

test(
  '[C5.1] a description whose schemas refer on for long is not called invalid because a validator gave up',
  { timeout: 120_000 },
  async () => {
    const components = { schemas: ring(300) };
    const findings = await validateDescription({ openapi: '3.1.0', info: { title: 'a', version: '1' }, paths: {}, components });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    // Whether ajv gets through depends on the stack that it is given; what it says when it does not is never the document's fault.
    const gaveUp = [
      [
        'validator-failed',
        'could not judge this schema, and maybe others: Maximum call stack size exceeded',
        'Split what nests or refers deeply, to have it judged too; what the other validators found stands.',
      ],
    ];
    const ajv = findings.filter(({ validator }) => validator === 'ajv').map(({ rule, message, fix }) => [rule, message, fix]);
    expect([[], gaveUp]).toContainEqual(ajv);
  },
);

function pointersOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return [at, ...value.flatMap((item, index) => pointersOf(item, pointerTo(at, index)))];
  return isObject(value) ? [at, ...Object.keys(value).flatMap((name) => pointersOf(value[name], pointerTo(at, name)))] : [at];
}

test('[C5.1] any part of a description may be any JSON value: findings, never a failure', async () => {
  const base = baseDescription('openapi-3.2-sse');
  const pointers = pointersOf(base).slice(1);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pointers), fc.jsonValue({ maxDepth: 3 }), async (path, value) => {
      const findings = await validateDescription(applyPatch(base, [{ op: 'replace', path, value }]) as object);
      expect(findings.filter(({ rule, validator }) => rule === 'validator-failed' && validator === 'tidemark')).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
