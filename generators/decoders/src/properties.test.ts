import { parsed } from '@tidemark/codec';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repetitions } from '../../../tools/vitest/needs.ts';
import { schemasArbitrary, valueArbitrary } from './testing/arbitraries.ts';
import { hostileText } from './testing/hostile-text.ts';
import { type LoadedDecoder, loadDecoder, loadModule, representationOf, withoutProof } from './testing/load-decoders.ts';
import { accepts } from './testing/oracle.ts';

const SCHEMAS = repetitions(40, 3000);
const VALUES = 20;
/** What a number adds to its measure that an exponent could write shorter: `ROUND` of the codec. */
const ROUND = 2 ** 24;
/** Most of it is transpiling one module for each schema. */
const TIMEOUT_MS = repetitions(120_000, 3_600_000);

interface Loaded {
  readonly both: LoadedDecoder;
  readonly slow: LoadedDecoder;
  readonly accepted: (value: unknown) => boolean;
}

/** Random schemas, each with values that it accepts or nearly, and a source of choices. */
const cases = schemasArbitrary.chain((schemas) => {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const value = valueArbitrary({ kind: 'ref', name: 'Root' }, byName, 4).map((json) => JSON.parse(JSON.stringify(json)) as unknown);
  return fc.tuple(fc.constant(schemas), fc.array(value, { minLength: VALUES, maxLength: VALUES }), fc.infiniteStream(fc.nat(2 ** 30)));
});

function load(schemas: Parameters<typeof representationOf>[0]): Loaded {
  const representation = representationOf(schemas);
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  return {
    both: loadDecoder(representation, 'Root'),
    slow: loadDecoder(representation, 'Root', withoutProof),
    accepted: (value) => accepts({ kind: 'ref', name: 'Root' }, value, byName),
  };
}

function outcome(decoder: LoadedDecoder, input: Parameters<LoadedDecoder['tryDecode']>[0]): unknown {
  const result = decoder.tryDecode(input);
  return result.ok ? { value: result.value } : { code: result.error.code, path: result.error.path };
}

function drawFrom(stream: Iterator<number>): (bound: number) => number {
  return (bound) => (stream.next().value as number) % bound;
}

/** Changes one thing somewhere in a value. */
function mutate(value: unknown, draw: (bound: number) => number): unknown {
  const others = [null, true, 0, 1, 1.5, -1000, 1e300, '', 'x', 'kind/0', '😀', [], [[]], {}, { type: 'kind/0' }];
  if (typeof value !== 'object' || value === null || draw(4) === 0) return others[draw(others.length)];
  if (Array.isArray(value)) return mutateArray(value, draw);
  const keys = Object.keys(value);
  const copy: Record<string, unknown> = { ...value };
  const key = keys[draw(keys.length || 1)];
  const action = draw(4);
  if (key === undefined || action === 0) copy[['x', 'toString', 'constructor', 'type'][draw(4)] ?? 'x'] = others[draw(others.length)];
  else if (action === 1) delete copy[key];
  else copy[key] = mutate(copy[key], draw);
  return copy;
}

function mutateArray(value: readonly unknown[], draw: (bound: number) => number): unknown {
  const at = draw(value.length + 1);
  const action = draw(3);
  if (action === 0) return [...value.slice(0, at), value[0] ?? null, ...value.slice(at)];
  if (action === 1) return value.toSpliced(at, 1);
  return value.map((item, i) => (i === at ? mutate(item, draw) : item));
}

describe('random schemas', { timeout: TIMEOUT_MS }, () => {
  test('[C3.5] text, pretty text, bytes and parsed value agree with each other and with a naive reading of the schema', () => {
    let accepted = 0;
    fc.assert(
      fc.property(cases, ([schemas, values, stream]) => {
        const { both, accepted: isAccepted } = load(schemas);
        const draw = drawFrom(stream);
        for (const value of values.flatMap((json) => [json, mutate(json, draw)])) {
          const text = JSON.stringify(value);
          const expected = isAccepted(value);
          const results = [text, JSON.stringify(value, null, 2), new TextEncoder().encode(text), parsed(value)].map((input) =>
            outcome(both, input),
          );
          expect([text, ...results.map((result) => 'value' in (result as object)), both.is(value)]).toEqual([
            text,
            expected,
            expected,
            expected,
            expected,
            expected,
          ]);
          for (const result of results) expect(result).toEqual(results[0]);
          expect((results[0] as { readonly value?: unknown }).value).toEqual(expected ? value : undefined);
          accepted += expected ? 1 : 0;
        }
      }),
      { numRuns: SCHEMAS },
    );
    expect(accepted).toBeGreaterThan(SCHEMAS * 4);
  });

  test('[C3.6, F1] the compact text of an accepted value is as long as its measure, so it needs no second look', () => {
    let proven = 0;
    fc.assert(
      fc.property(cases, ([schemas, values]) => {
        const representation = representationOf(schemas);
        const { measureRoot } = loadModule(representation, (text) => `${text}\nexport { measureRoot };`) as {
          readonly measureRoot: (value: unknown, levels: number) => number;
        };
        const { accepted } = load(schemas);
        for (const value of values.filter((json) => accepted(json))) {
          const measure = measureRoot(value, 64) % ROUND;
          const text = JSON.stringify(value).replaceAll(/\\u....|\\./g, 'x');
          // A fraction too small or too large for the proof measures NaN.
          expect([text, Number.isNaN(measure) || measure === text.length]).toEqual([text, true]);
          proven += Number.isNaN(measure) ? 0 : 1;
        }
      }),
      { numRuns: SCHEMAS },
    );
    expect(proven).toBeGreaterThan(SCHEMAS * 4);
  });

  test('[C3.4, C3.5] hostile texts: the fast path accepts nothing that the slow path refuses, and a member said twice is always refused', () => {
    const seen = { accepted: 0, duplicates: 0 };
    fc.assert(
      fc.property(cases, ([schemas, values, stream]) => {
        const { both, slow, accepted: isAccepted } = load(schemas);
        const draw = drawFrom(stream);
        for (const value of values) {
          const tricks = { space: draw(2) === 0, rewrite: draw(2) === 0, duplicate: draw(2) === 0 };
          const before = tricks.duplicate;
          const text = hostileText(value, draw, tricks);
          const isDuplicated = before && !tricks.duplicate;
          const result = outcome(both, text);
          expect([text, result]).toEqual([text, outcome(slow, text)]);
          expect([text, 'value' in (result as object)]).toEqual([text, isAccepted(value) && !isDuplicated]);
          seen.accepted += 'value' in (result as object) ? 1 : 0;
          seen.duplicates += isDuplicated ? 1 : 0;
        }
      }),
      { numRuns: SCHEMAS },
    );
    expect(seen.accepted).toBeGreaterThan(SCHEMAS * 2);
    expect(seen.duplicates).toBeGreaterThan(SCHEMAS);
  });
});
