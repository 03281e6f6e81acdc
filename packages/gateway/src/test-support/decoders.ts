import { DecodeError, parseJson } from '@tidemark/codec';
import type { Decoder } from '../descriptor.ts';

type Check = (value: unknown) => boolean;

/**
 * A decoder for a closed object, written by hand on the codec's public part: what the generated ones do in full, in as little as these
 * tests need.
 */
export function closed(fields: Readonly<Record<string, Check>>, optional: readonly string[] = []): Decoder {
  return (input, options) => {
    const value: unknown = parseJson(input, options);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refusal('wrong-type', '');
    const object = value as Readonly<Record<string, unknown>>;
    for (const [name, accepts] of Object.entries(fields)) {
      if (optional.includes(name) && object[name] === undefined) continue;
      if (!accepts(object[name])) throw refusal('wrong-type', `/${name}`);
    }
    const extra = Object.keys(object).find((name) => !Object.hasOwn(fields, name));
    if (extra !== undefined) throw refusal('unknown-field', `/${extra}`);
    return value;
  };
}

/** One of several closed objects, told apart by a tag. */
export function tagged(tag: string, members: Readonly<Record<string, Decoder>>): Decoder {
  return (input, options) => {
    const value = parseJson(input, options) as Readonly<Record<string, unknown>>;
    const decoder = members[String(value[tag])];
    if (decoder === undefined) throw refusal('unknown-tag', `/${tag}`);
    return decoder(input, options);
  };
}

/** What a decoder throws, without the run time that only generated code may import. */
function refusal(code: DecodeError['code'], path: string): DecodeError {
  const properties = { code: { value: code }, path: { value: path }, expected: { value: 'something else' } };
  return Object.create(DecodeError.prototype, properties) as DecodeError;
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
