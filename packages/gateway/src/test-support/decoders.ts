import { decode, mistyped, unknownField, type Fault } from '@tidemark/codec/generated';
import type { Decoder } from '../descriptor.ts';

type Check = (value: unknown) => boolean;

/** A decoder for a closed object, written by hand: what the generated ones do in full, in as little as these tests need. */
export function closed(fields: Readonly<Record<string, Check>>, optional: readonly string[] = []): Decoder {
  const check = (value: unknown): Fault | undefined => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return mistyped('an object', value);
    const object = value as Readonly<Record<string, unknown>>;
    for (const [name, accepts] of Object.entries(fields)) {
      if (optional.includes(name) && object[name] === undefined) continue;
      if (!accepts(object[name])) return mistyped(name, object[name]);
    }
    const extra = Object.keys(object).find((name) => !Object.hasOwn(fields, name));
    return extra === undefined ? undefined : unknownField(object, Object.keys(fields));
  };
  return (input, options) => decode({ levels: 64, measure: () => -1, check }, input, options);
}

/** One of several closed objects, told apart by a tag. */
export function tagged(tag: string, members: Readonly<Record<string, Decoder>>): Decoder {
  return (input, options) => {
    const any = decode<Readonly<Record<string, unknown>>>({ levels: 64, measure: () => -1, check: () => undefined }, input, options);
    const decoder = members[String(any[tag])];
    const unknown = { levels: 64, measure: () => -1, check: (value: unknown) => mistyped('a known tag', value) };
    return decoder === undefined ? decode(unknown, input, options) : decoder(input, options);
  };
}

export const is =
  (expected: unknown): Check =>
  (value) =>
    value === expected;
export const text =
  (longest = 100): Check =>
  (value) =>
    typeof value === 'string' && value.length <= longest;
export const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
