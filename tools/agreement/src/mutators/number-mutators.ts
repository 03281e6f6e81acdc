import { RawText } from '../json-text.ts';
import { forKind, type Mutator, often } from './mutator.ts';

const bounds = forKind('number', 'number-bounds', (node) => {
  const given = [node.minimum, node.maximum, node.exclusiveMinimum, node.exclusiveMaximum].filter((bound) => bound !== undefined);
  return given.flatMap((bound) => [bound, bound - 1, bound + 1, bound - 0.5, bound + 0.5, nextUp(bound), -nextUp(-bound)]);
});

/** The next double above, so that a bound is missed by as little as there is. */
function nextUp(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

const edges = forKind('number', 'number-edges', () => [
  -0,
  0,
  2 ** 53,
  2 ** 53 - 1,
  2 ** 53 + 2,
  -(2 ** 53),
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  ...['-0.0', '0e0', '-0e5', '9007199254740993', '9007199254740991.4', '1e400', '-1e400', '1e-400', '0.1e1', '1E0'].map(
    (text) => new RawText(text),
  ),
]);

/** The same number written otherwise: what it means does not change. */
const forms = forKind('number', 'number-forms', (_, value) => {
  const text = String(value);
  const plain = /^-?\d+$/.test(text);
  return [...(plain ? [`${text}.0`, `${text}.000`] : []), `${text}${text.includes('e') ? '' : 'e0'}`, shifted(text)].map(
    (form) => new RawText(form),
  );
});

/** 1200 as 12e2. */
function shifted(text: string): string {
  const zeros = /^-?\d*[1-9](0+)$/.exec(text)?.[1]?.length ?? 0;
  return zeros === 0 ? text : `${text.slice(0, -zeros)}e${zeros}`;
}

const steps = forKind('number', 'number-steps', (node, value) => [
  Number(value) + (node.multipleOf ?? 1) / 2,
  Number(value) + 1e-9,
  -Number(value),
  String(value),
  [value],
]);

export const numberMutators: readonly Mutator[] = [often(bounds, 2), edges, forms, steps];
