/** What text outside a body may stand for: the scalar part of the representation, as data. */
export type ParameterNode = ScalarNode | ParameterListNode;

export type ScalarNode = TextNode | NumericNode | BooleanParameterNode | LiteralParameterNode;

export interface TextNode {
  readonly kind: 'string';
  /** Unicode code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** UTF-8 bytes. */
  readonly maxBytes?: number;
  /** ECMA-262 source, `u` flag, unanchored. */
  readonly pattern?: string;
  readonly scalar?: 'Uint64' | 'Int64' | 'Utf8' | 'Base64Url' | 'Sha256' | 'Timestamp';
  readonly decodedBytes?: { readonly exact?: number; readonly max?: number };
}

export interface NumericNode {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

export interface BooleanParameterNode {
  readonly kind: 'boolean';
}

export interface LiteralParameterNode {
  readonly kind: 'literal';
  readonly values: readonly (string | number | boolean | null)[];
}

/** A repeated query key. */
export interface ParameterListNode {
  readonly kind: 'array';
  readonly items: ScalarNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
}
