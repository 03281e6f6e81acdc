import type { NumberNode } from '@tidemark/model';
import * as fc from 'fast-check';

/** Numbers that a node accepts, its bounds among them. */
export function arbitraryNumber(node: NumberNode): fc.Arbitrary<number> {
  const low = Math.max(node.minimum ?? -1e15, node.exclusiveMinimum ?? -Infinity);
  const high = Math.min(node.maximum ?? 1e15, node.exclusiveMaximum ?? Infinity);
  const isWithin = (value: number): boolean =>
    value >= low && value <= high && value !== node.exclusiveMinimum && value !== node.exclusiveMaximum;
  if (node.multipleOf !== undefined) return multiples(node.multipleOf, low, high).filter(isWithin);
  const edges = [low, low + 1, high, high - 1, 0, 1, 1000].filter((value) => isWithin(value) && (!node.integer || Number.isInteger(value)));
  const whole = fc.integer({ min: Math.ceil(low), max: Math.floor(high) }).filter(isWithin);
  const kinds = [
    ...(edges.length === 0 ? [] : [fc.constantFrom(...edges)]),
    ...(Math.ceil(low) <= Math.floor(high) ? [whole] : []),
    ...(node.integer ? [] : [fc.double({ min: low, max: high, noNaN: true }).filter(isWithin)]),
  ];
  return fc.oneof(...kinds);
}

/** Multiples as their shortest decimal, so that 3 times 0.1 is 0.3. */
function multiples(step: number, low: number, high: number): fc.Arbitrary<number> {
  const least = Math.max(Math.ceil(low / step), -(2 ** 31));
  const most = Math.min(Math.floor(high / step), 2 ** 31);
  return fc.integer({ min: least, max: most }).map((count) => Number((count * step).toPrecision(15)));
}
