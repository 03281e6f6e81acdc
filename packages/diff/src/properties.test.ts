import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change, Direction } from './change.ts';
import { diffDescriptions } from './diff-descriptions.ts';
import { applyPatch, baseDescriptions } from './fixtures.fixture.ts';
import { isObject, pointerTo } from './json.ts';
import { rules } from './rules.ts';
import { accepts, schema, type SchemaModel, valueOf, written } from './schema-model.fixture.ts';

function descriptions(model: SchemaModel): { openapi: object } {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Root' } } };
  const operation = { requestBody: { required: true, content }, responses: { 200: { description: 'Same', content } } };
  return {
    openapi: { openapi: '3.1.0', info: {}, paths: { '/same': { post: operation } }, components: { schemas: { Root: written(model) } } },
  };
}

/** A schema, and one that is often close to it: the interesting changes are small. */
const pair = fc.oneof(
  fc.tuple(schema, schema),
  schema.chain((model) =>
    fc.tuple(
      fc.constant(model),
      fc.integer({ min: 0, max: 40 }).map((at) => nudged(model, at)),
    ),
  ),
);

function nudged(model: SchemaModel, at: number): SchemaModel {
  if (model.kind === 'object') {
    const [first, ...rest] = model.properties;
    if (!first || at === 0) return { ...model, closed: !model.closed };
    if (at % 4 === 1) return { ...model, properties: rest };
    if (at % 4 === 2) return { ...model, properties: [{ ...first, required: !first.required }, ...rest] };
    return { ...model, properties: [{ ...first, model: nudged(first.model, at >> 1) }, ...rest] };
  }
  if (model.kind === 'array')
    return at % 2 === 0 ? { ...model, maxItems: model.maxItems + 1 } : { ...model, items: nudged(model.items, at >> 1) };
  if (model.kind === 'string') return at % 2 === 0 ? { ...model, maxLength: model.maxLength + 1 } : { ...model, nullable: !model.nullable };
  if (model.kind === 'integer') return { ...model, maximum: model.maximum + (at % 3) - 1 };
  if (model.kind === 'enum')
    return { ...model, values: at % 2 === 0 || model.values.length === 1 ? [...model.values, 'new'] : model.values.slice(1) };
  return model;
}

const breaksWire = (change: Change, direction: Direction): boolean =>
  change.direction === direction && change.consumer === 'breaking' && change.levels.includes('WIRE_STRICT');

test('[C5.2] a description has no change from itself', () => {
  fc.assert(
    fc.property(schema, (model) => {
      expect(diffDescriptions(descriptions(model), structuredClone(descriptions(model)))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('[C5.2] read backwards, widening is narrowing: every rule is its reverse', () => {
  fc.assert(
    fc.property(pair, ([old, next]) => {
      const forth = diffDescriptions(descriptions(old), descriptions(next)).map(
        (change) => `${rules[change.rule].reverse} ${change.direction}`,
      );
      const back = diffDescriptions(descriptions(next), descriptions(old)).map((change) => `${change.rule} ${change.direction}`);
      expect(back.toSorted()).toEqual(forth.toSorted());
    }),
    { numRuns: 300 },
  );
});

test('[C5.2] without a breaking change, old strict clients accept what the new server sends', () => {
  fc.assert(
    fc.property(
      pair.chain(([old, next]) => fc.tuple(fc.constant(old), fc.constant(next), fc.array(valueOf(next), { minLength: 3, maxLength: 6 }))),
      ([old, next, values]) => {
        const changes = diffDescriptions(descriptions(old), descriptions(next));
        if (changes.some((change) => breaksWire(change, 'response'))) return;
        expect(values.filter((value) => !accepts(old, value))).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});

test('[C5.2] without a breaking change, the new server accepts what old clients send', () => {
  fc.assert(
    fc.property(
      pair.chain(([old, next]) => fc.tuple(fc.constant(old), fc.constant(next), fc.array(valueOf(old), { minLength: 3, maxLength: 6 }))),
      ([old, next, values]) => {
        const changes = diffDescriptions(descriptions(old), descriptions(next));
        if (changes.some((change) => breaksWire(change, 'request'))) return;
        expect(values.filter((value) => !accepts(next, value))).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});

function pointersOf(value: unknown, at = ''): string[] {
  const children = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [at, ...children.flatMap(([name, child]) => pointersOf(child, pointerTo(at, name)))];
}

test.each(['openapi', 'asyncapi'] as const)(
  '[C5.2] any part of a description may be any JSON value: changes, never a failure, never silence (%s)',
  (name) => {
    const base = baseDescriptions();
    const pointers = pointersOf(base[name]).slice(1);
    fc.assert(
      fc.property(fc.constantFrom(...pointers), fc.jsonValue({ maxDepth: 3 }), (path, value) => {
        const next = { ...base, [name]: applyPatch(base[name], [{ op: 'replace', path, value }]) };
        const same = JSON.stringify(next[name]) === JSON.stringify(base[name]);
        expect(diffDescriptions(base, next).length > 0).toBe(!same);
        expect(diffDescriptions(next, structuredClone(next))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  },
);

function tree(maxLength: number): { openapi: object } {
  return {
    openapi: {
      openapi: '3.1.0',
      paths: {
        '/a': { get: { responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } } } } } },
      },
      components: {
        schemas: {
          Tree: {
            type: 'object',
            properties: {
              name: { type: 'string', maxLength },
              children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
              next: { anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] },
            },
          },
          Loop: { $ref: '#/components/schemas/Loop' },
          Composed: { allOf: [{ $ref: '#/components/schemas/Composed' }] },
        },
      },
    },
  };
}

test('[C5.2] recursive types end', () => {
  expect(diffDescriptions(tree(1), tree(2)).map(({ rule, pointers }) => [rule, pointers.next])).toEqual([
    ['bound-loosened', '/components/schemas/Tree/properties/name'],
  ]);
});
