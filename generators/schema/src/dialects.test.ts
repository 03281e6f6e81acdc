import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { componentSchemas } from './component-schemas.ts';
import { type Dialect, printSchema } from './print-schema.ts';
import { arbitraryNode, arbitrarySchemas } from './testing/node-arbitrary.ts';
import { schemaCompiler } from './testing/validators.ts';
import { mutated, valueArbitraries } from './testing/value-arbitrary.ts';

const names = arbitrarySchemas.map((schema) => schema.name);
const compilers = (['2020-12', 'draft-07'] as const).map((dialect: Dialect) => {
  const compile = schemaCompiler(dialect, componentSchemas(arbitrarySchemas, dialect, names));
  return (node: Parameters<typeof printSchema>[0]) => compile(printSchema(node, dialect));
});

const arbitraryValue = valueArbitraries(arbitrarySchemas);
const sample = arbitraryNode.chain((node) => {
  const value = arbitraryValue(node);
  const values: fc.Arbitrary<unknown[]> = value === undefined ? fc.constant([]) : fc.array(value, { minLength: 4, maxLength: 4 });
  return fc.record({
    node: fc.constant(node),
    values,
    others: fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 4, maxLength: 4 }),
    picks: fc.array(fc.nat(63), { minLength: 4, maxLength: 4 }),
  });
});

test('[C2.2a] both dialects accept what the node accepts and agree on everything else', { timeout: 120_000 }, () => {
  const verdicts = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(sample, ({ node, values, others, picks }) => {
      const [modern, old] = compilers.map((compile) => compile(node));
      for (const value of values) {
        expect({ value, verdicts: [modern?.(value), old?.(value)] }).toEqual({ value, verdicts: [true, true] });
      }
      const near = values.map((value, index) => mutated(value, others[index], picks[index] ?? 0));
      for (const value of [...near, ...others].filter((candidate) => candidate !== undefined)) {
        const verdict = modern?.(value);
        expect({ value, verdict: old?.(value) }).toEqual({ value, verdict });
        verdicts[verdict === true ? 'accepted' : 'refused']++;
      }
    }),
    { numRuns: 400, seed: 20260131 },
  );
  // The corpus means something only if both verdicts are common in it.
  expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(300);
});
