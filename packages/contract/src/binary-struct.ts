import Type, { type TInteger, type TLiteral, type TObject, type TString, type TUnion } from 'typebox';
import { BINARY } from './keywords.ts';
import { Base64Url, type Doc, SafeUint, Sha256, Uint64 } from './scalars.ts';
import { Struct } from './structures.ts';

/** One field of a fixed layout: its wire type, its size in bytes and its JSON form. */
export interface BinaryFieldDefinition<S extends TInteger | TString | TUnion = TInteger | TString | TUnion> {
  readonly type: 'u8' | 'u32' | 'u64' | 'bytes';
  readonly size: number;
  readonly schema: S;
  readonly json?: 'safe-uint' | 'uint64';
  readonly text?: 'base64url' | 'sha256';
  readonly values?: readonly number[];
}

/** Little-endian u64 whose JSON form is a safe integer; a larger value is refused in both directions. */
export function u64Safe(doc: Doc = {}): BinaryFieldDefinition<TInteger> {
  return { type: 'u64', size: 8, schema: SafeUint(doc), json: 'safe-uint' };
}

/** Little-endian u64 whose JSON form is a `Uint64` decimal string. */
export function u64(doc: Doc = {}): BinaryFieldDefinition<TString> {
  return { type: 'u64', size: 8, schema: Uint64(doc), json: 'uint64' };
}

/** Little-endian u32. */
export function u32(doc: Doc = {}): BinaryFieldDefinition<TInteger> {
  return { type: 'u32', size: 4, schema: SafeUint({ ...doc, maximum: 0xffff_ffff }) };
}

/** One byte out of the listed values; any other is refused. */
export function u8<const V extends readonly number[]>(values: V, doc: Doc = {}): BinaryFieldDefinition<TUnion<ByteLiterals<V>>> {
  const literals = values.map((value) => Type.Literal(value));
  return { type: 'u8', size: 1, values, schema: Type.Union(literals, { ...doc }) as TUnion as TUnion<ByteLiterals<V>> };
}

type ByteLiterals<V extends readonly number[]> = V extends readonly [infer First extends number, ...infer Rest extends readonly number[]]
  ? [TLiteral<First>, ...ByteLiterals<Rest>]
  : [];

/** Fixed bytes; in JSON `sha256:` hexadecimal (32 bytes), or unpadded base64url. */
export function bytes(size: number, text: 'base64url' | 'sha256' = 'base64url', doc: Doc = {}): BinaryFieldDefinition<TString> {
  return { type: 'bytes', size, text, schema: text === 'sha256' ? Sha256(doc) : Base64Url({ ...doc, bytes: size }) };
}

type BinaryProperties<F extends Record<string, BinaryFieldDefinition>> = { [K in keyof F]: F[K]['schema'] };

/**
 * A struct with two forms: a closed JSON object, and a fixed layout of the fields in the given order, little-endian,
 * without padding (R4.6). There is no other decoding path: a wrong length is refused.
 */
export function binaryStruct<F extends Record<string, BinaryFieldDefinition>>(fields: F, doc: Doc = {}): TObject<BinaryProperties<F>> {
  const properties: Record<string, BinaryFieldDefinition['schema']> = {};
  const layout: Record<string, unknown>[] = [];
  let offset = 0;
  for (const [name, { schema, ...field }] of Object.entries(fields)) {
    properties[name] = schema;
    layout.push({ name, offset, ...field });
    offset += field.size;
  }
  return Struct(properties, { ...doc, [BINARY]: { size: offset, fields: layout } } as Doc) as unknown as TObject<BinaryProperties<F>>;
}
