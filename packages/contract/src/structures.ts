import Type, {
  type TArray,
  type TLiteral,
  type TObject,
  type TProperties,
  type TRecord,
  type TSchema,
  type TString,
  type TUnion,
  type TNull,
} from 'typebox';
import type { Doc } from './scalars.ts';

/** A closed object. */
export function Struct<P extends TProperties>(properties: P, doc: Doc = {}): TObject<P> {
  return Type.Object(properties, { ...doc, additionalProperties: false });
}

/** Options of a union's member. */
export interface TaggedOptions extends Doc {
  /** Property that holds the tag; default `type`. */
  readonly tag?: string;
  /** The contract's major version, carried in `v`; absent: the member carries none. */
  readonly v?: number;
}

/** One member of a discriminated union: a closed object whose tag property is a literal, first on the wire. */
export function Tagged<const V extends string, P extends TProperties>(
  value: V,
  properties: P,
  options: TaggedOptions & { readonly v: number; readonly tag?: undefined },
): TObject<{ type: TLiteral<V>; v: TLiteral<number> } & P>;
export function Tagged<const V extends string, const K extends string, P extends TProperties>(
  value: V,
  properties: P,
  options: TaggedOptions & { readonly tag: K },
): TObject<Record<K, TLiteral<V>> & P>;
export function Tagged<const V extends string, P extends TProperties>(
  value: V,
  properties: P,
  options?: TaggedOptions,
): TObject<{ type: TLiteral<V> } & P>;
export function Tagged(value: string, properties: TProperties, options: TaggedOptions = {}): TObject {
  const { tag = 'type', v, ...doc } = options;
  const version = v === undefined ? {} : { v: Type.Literal(v) };
  return Struct({ [tag]: Type.Literal(value), ...version, ...properties }, doc);
}

/** The type or null. */
export function Nullable<T extends TSchema>(type: T, doc: Doc = {}): TUnion<[T, TNull]> {
  return Type.Union([type, Type.Null()], { ...doc });
}

/** A list of at most `maxItems`. */
export function List<T extends TSchema>(
  items: T,
  maxItems: number,
  options: Doc & { readonly minItems?: number; readonly uniqueItems?: true } = {},
): TArray<T> {
  return Type.Array(items, { ...options, maxItems });
}

/** A map with at most `maxProperties` entries whose keys match `keys`. */
export function Dictionary<T extends TSchema>(keys: TString, values: T, maxProperties: number, doc: Doc = {}): TRecord<'^.*$', T> {
  return Type.Record(Type.String(), values, { ...doc, propertyNames: keys, maxProperties });
}
