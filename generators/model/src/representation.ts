/**
 * The frozen intermediate representation: the one thing between a contract and every generator.
 * It is plain data (it survives a JSON round trip), free of TypeBox, and complete: a generator reads nothing else.
 */

/** Text that documentation is made of. */
export interface Documentation {
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: true;
}

/** A wire scalar's name, kept so that decoders and types can say `Uint64` where JSON Schema only says `string`. */
export type ScalarName = 'SafeUint' | 'Uint64' | 'Int64' | 'Utf8' | 'Base64Url' | 'Sha256' | 'Timestamp' | 'Json';

interface NodeBase {
  readonly doc?: Documentation;
  /** The author's reason for a missing bound; appears in the descriptions as `x-unbounded`. */
  readonly unbounded?: string;
}

/** Any JSON value, within the bounds of the scalar `Json` where given (bytes of its compact JSON text in UTF-8; levels of nesting). */
export interface AnyNode extends NodeBase {
  readonly kind: 'any';
  readonly maxBytes?: number;
  readonly maxDepth?: number;
}
export interface NeverNode extends NodeBase {
  readonly kind: 'never';
}
export interface NullNode extends NodeBase {
  readonly kind: 'null';
}
export interface BooleanNode extends NodeBase {
  readonly kind: 'boolean';
}
/** `const` (one value) or `enum` (several): primitives only, distinct. */
export interface LiteralNode extends NodeBase {
  readonly kind: 'literal';
  readonly values: readonly (string | number | boolean | null)[];
}
export interface NumberNode extends NodeBase {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly scalar?: 'SafeUint';
}
export interface StringNode extends NodeBase {
  readonly kind: 'string';
  /** Unicode code points, as JSON Schema counts. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** UTF-8 bytes. */
  readonly maxBytes?: number;
  /** ECMA-262 source, `u` flag, unanchored as in JSON Schema. */
  readonly pattern?: string;
  /** Which exact rule a decoder applies; `pattern` (where given) is its JSON Schema approximation or equal. */
  readonly scalar?: 'Uint64' | 'Int64' | 'Utf8' | 'Base64Url' | 'Sha256' | 'Timestamp';
  /** Base64Url: decoded size, exact or largest. */
  readonly decodedBytes?: { readonly exact?: number; readonly max?: number };
}
export interface ArrayNode extends NodeBase {
  readonly kind: 'array';
  /** Tuple positions. A tuple is `prefix` with `items` false and `minItems === prefix.length`. */
  readonly prefix: readonly Node[];
  /** What every element after the prefix is; false: nothing may follow. */
  readonly items: Node | false;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
}
export interface PropertyNode {
  readonly name: string;
  readonly required: boolean;
  readonly node: Node;
}
export interface ObjectNode extends NodeBase {
  readonly kind: 'object';
  /** In the author's order. */
  readonly properties: readonly PropertyNode[];
  /** Required names that `properties` does not list (only from plain JSON Schema input). */
  readonly alsoRequired?: readonly string[];
  /** false: closed. A node: a record, or an open object (`{kind: 'any'}`). */
  readonly additional: Node | false;
  /** Records: what every additional key must match. */
  readonly keys?: StringNode;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}
/** A union of objects told apart by one literal string property. A member is a reference to a named object, an inline object, or (flattened away by the model) never another union. */
export interface TaggedNode extends NodeBase {
  readonly kind: 'tagged';
  readonly tag: string;
  readonly members: readonly { readonly value: string; readonly node: RefNode | ObjectNode }[];
}
/** A union whose branches accept disjoint sets of JSON types, for example string or null. Dispatch is by the value's type. */
export interface ChoiceNode extends NodeBase {
  readonly kind: 'choice';
  readonly branches: readonly Node[];
}
export interface RefNode extends NodeBase {
  readonly kind: 'ref';
  readonly name: string;
}

export type Node =
  | AnyNode
  | NeverNode
  | NullNode
  | BooleanNode
  | LiteralNode
  | NumberNode
  | StringNode
  | ArrayNode
  | ObjectNode
  | TaggedNode
  | ChoiceNode
  | RefNode;

export interface Example {
  readonly name: string;
  readonly summary: string;
  /** JSON value. */
  readonly value: unknown;
}

export interface NamedSchema {
  /** PascalCase. */
  readonly name: string;
  readonly node: Node;
  readonly examples: readonly Example[];
  /** Whether it takes part in a reference cycle. */
  readonly recursive: boolean;
  /** A fixed binary layout beside the JSON form (`binaryStruct`). */
  readonly binary?: BinaryLayout;
}

/** `binaryStruct`: fields in order, little-endian, no padding. */
export interface BinaryLayout {
  readonly size: number;
  readonly fields: readonly BinaryField[];
}
export interface BinaryField {
  readonly name: string;
  readonly offset: number;
  /** `u64` is the JSON type of the struct's property: a safe integer, or a `Uint64` decimal string. */
  readonly type: 'u8' | 'u32' | 'u64' | 'bytes';
  readonly size: number;
  /** For `u64`: whether JSON has a safe integer or a decimal string. */
  readonly json?: 'safe-uint' | 'uint64';
  /** For `u8`/`u32`: the only values accepted. */
  readonly values?: readonly number[];
  /** For `bytes`: the JSON form. */
  readonly text?: 'base64url' | 'sha256';
}

export interface ErrorRow {
  readonly code: string;
  readonly status: number;
  readonly retriable: boolean;
  /** A named schema: details that the contract leaves without a name are called `NotFoundErrorDetails` after their code. */
  readonly details: RefNode | null;
  readonly statusSource: string;
  readonly description: string;
  /** Constant body message, where answers must be byte-identical. */
  readonly message?: string;
}

export type SecurityScheme =
  | {
      readonly name: string;
      readonly kind: 'bearer';
      readonly format?: string;
      readonly description: string;
      readonly scopes: readonly { readonly name: string; readonly description: string }[];
    }
  | { readonly name: string; readonly kind: 'api-key'; readonly header: string; readonly description: string };

/** Alternatives; an empty list means public. */
export type Access = readonly { readonly scheme: string; readonly scopes: readonly string[] }[];

export interface Limit {
  readonly name: string;
  readonly value: number;
  readonly unit: 'bytes' | 'milliseconds' | 'seconds' | 'items' | 'levels' | 'per-second';
  readonly description: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  /** A string, number, boolean, literal or Timestamp-like scalar; in a query also an array of those (repeated key). */
  readonly node: Node;
}

export interface Body {
  /** Name of a schema. */
  readonly schema: string;
  readonly description?: string;
  /** Name of a limit. */
  readonly maxBytes: string;
  readonly examples: readonly Example[];
}

export interface Response {
  readonly status: number;
  readonly description: string;
  /** Name of a schema, or absent: no body. */
  readonly schema?: string;
  readonly headers: readonly { readonly name: string; readonly required: boolean; readonly node: Node }[];
  readonly examples: readonly Example[];
}

interface EndpointBase {
  /** camelCase: the operation id and the client's method name. */
  readonly name: string;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly access: Access;
  readonly parameters: readonly Parameter[];
  /** Codes, in registry order. */
  readonly errors: readonly string[];
}

export interface Operation extends EndpointBase {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  readonly body?: Body;
  /** Ascending status. */
  readonly responses: readonly Response[];
}

/** One message: a tag value and the named schema that carries it. */
export interface Message {
  readonly tag: string;
  /** Name of an object schema whose tag property is the literal `tag`. */
  readonly schema: string;
  readonly description?: string;
  readonly examples: readonly Example[];
  readonly terminal?: 'reconnect' | 'final';
}

export interface StreamEvent extends Message {
  readonly id: 'always' | 'optional' | 'never';
}

export interface Stream extends EndpointBase {
  readonly method: 'GET' | 'POST';
  readonly body?: Body;
  readonly tag: string;
  /** Version property and its constant, or null with the reason. */
  readonly version: { readonly field: string; readonly value: number } | { readonly none: string };
  /** Name of the whole message schema (the union). */
  readonly message: string;
  readonly events: readonly StreamEvent[];
  /** Clients skip events that `events` does not list, instead of ending the stream (H1.5). */
  readonly unknownEvents?: 'ignore';
  readonly resume?: {
    readonly option: 'cursor' | 'lastEventId';
    readonly header: boolean;
    readonly bodyField?: string;
    readonly description: string;
  };
  readonly limits: { readonly eventBytes: string; readonly heartbeatMs: string };
}

export interface Socket extends EndpointBase {
  readonly subprotocol: string;
  readonly tag: string;
  readonly version: { readonly field: string; readonly value: number } | { readonly none: string };
  readonly client: { readonly schema: string; readonly messages: readonly Message[] };
  readonly server: { readonly schema: string; readonly messages: readonly Message[] };
  readonly exchanges: readonly { readonly request: string; readonly replies: readonly string[]; readonly correlation: string }[];
  readonly opening?: { readonly challenge: string; readonly answer: string; readonly accepted: string };
  /** Ascending. RFC 6455 codes in use (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1011, 1013) and the application's own. */
  readonly closeCodes: readonly {
    readonly code: number;
    readonly name: string;
    readonly description: string;
    readonly reconnect: boolean;
  }[];
  readonly limits: { readonly messageBytes: string; readonly replyMs: string };
}

export interface Representation {
  readonly id: string;
  readonly version: string;
  readonly major: number;
  readonly title: string;
  readonly summary: string;
  readonly description?: string;
  readonly license: { readonly name: string; readonly identifier: string };
  readonly servers: readonly { readonly name: string; readonly url: string; readonly description: string }[];
  /** In the author's order; hoisted recursive definitions follow the schema that brought them, details of errors that only the model names come last. */
  readonly schemas: readonly NamedSchema[];
  readonly errors: readonly ErrorRow[];
  readonly security: readonly SecurityScheme[];
  readonly limits: readonly Limit[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly operations: readonly Operation[];
  readonly streams: readonly Stream[];
  readonly sockets: readonly Socket[];
}
