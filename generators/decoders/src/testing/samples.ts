import type { NamedSchema, Node, ObjectNode, PropertyNode, Representation, Stream, StreamEvent } from '@tidemark/model';
import { representationOf } from './load-decoders.ts';

/** A named schema without examples. */
export function named(name: string, node: Node, rest: Partial<NamedSchema> = {}): NamedSchema {
  return { name, node, examples: [], recursive: false, ...rest };
}

export function object(
  properties: Readonly<Record<string, Node>>,
  rest: Partial<ObjectNode> & { readonly optional?: readonly string[] } = {},
): ObjectNode {
  const { optional = [], ...node } = rest;
  const fields = Object.entries(properties).map(([name, child]): PropertyNode => ({
    name,
    required: !optional.includes(name),
    node: child,
  }));
  return { kind: 'object', properties: fields, additional: false, ...node };
}

export function ref(name: string): Node {
  return { kind: 'ref', name };
}

export function literal(...values: (string | number | boolean | null)[]): Node {
  return { kind: 'literal', values };
}

export function text(maxLength: number, minLength = 0): Node {
  return { kind: 'string', minLength, maxLength };
}

export function list(items: Node, maxItems: number, rest: { readonly minItems?: number; readonly uniqueItems?: true } = {}): Node {
  return { kind: 'array', prefix: [], items, maxItems, ...rest };
}

export const safeUint: Node = { kind: 'number', integer: true, minimum: 0, maximum: Number.MAX_SAFE_INTEGER, scalar: 'SafeUint' };
const nothingElse: Node = { kind: 'null' };
const boolean: Node = { kind: 'boolean' };

export function nullable(node: Node): Node {
  return { kind: 'choice', branches: [node, nothingElse] };
}

const scalars = representationOf([
  named('OrderId', {
    kind: 'string',
    minLength: 4,
    maxLength: 20,
    pattern: '^ord_[a-z0-9/]+$',
    doc: { description: 'Identity of an order.' },
  }),
  named(
    'Scalars',
    object(
      {
        id: ref('OrderId'),
        count: safeUint,
        total: { kind: 'string', scalar: 'Uint64', minLength: 1, maxLength: 20 },
        balance: { kind: 'string', scalar: 'Int64', minLength: 1, maxLength: 20 },
        note: { kind: 'string', scalar: 'Utf8', maxLength: 64, maxBytes: 64, doc: { description: 'Free text.', deprecated: true } },
        key: { kind: 'string', scalar: 'Base64Url', minLength: 43, maxLength: 43, decodedBytes: { exact: 32 } },
        blob: { kind: 'string', scalar: 'Base64Url', maxLength: 24, decodedBytes: { max: 18 } },
        digest: { kind: 'string', scalar: 'Sha256', minLength: 71, maxLength: 71 },
        at: { kind: 'string', scalar: 'Timestamp', minLength: 24, maxLength: 24 },
        price: { kind: 'number', integer: false, minimum: 0, exclusiveMaximum: 1_000_000, multipleOf: 0.01 },
        ratio: { kind: 'number', integer: false },
        step: { kind: 'number', integer: true, minimum: -1000, maximum: 100_000, multipleOf: 5 },
        flag: { kind: 'boolean' },
        extra: { kind: 'any', maxBytes: 256, maxDepth: 4 },
        code: literal('a', 'b', "it's"),
        level: literal(1, 2, 1000),
        mixed: literal('one', 1, true, null),
        size: literal('xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl'),
      },
      { optional: ['note', 'blob', 'ratio'], doc: { title: 'Scalars', description: 'One field of each scalar.' } },
    ),
  ),
]);

const composites = representationOf([
  named('Point', { kind: 'array', prefix: [safeUint, safeUint], items: false, minItems: 2 }),
  named('Path', { kind: 'array', prefix: [text(8), ref('Point')], items: ref('Point'), minItems: 1, maxItems: 6 }),
  named('Tags', list(text(8, 1), 4, { uniqueItems: true })),
  named(
    'Labels',
    object(
      {},
      {
        additional: text(16),
        keys: { kind: 'string', minLength: 1, maxLength: 8, pattern: '^[a-z\\n]+$' },
        maxProperties: 3,
        minProperties: 1,
      },
    ),
  ),
  named('Open', object({ id: text(8) }, { additional: { kind: 'any' } })),
  named(
    'Tree',
    object({ name: text(16, 1), left: nullable(ref('Tree')), children: list(ref('Tree'), 4) }, { optional: ['children', 'left'] }),
    { recursive: true },
  ),
  named(
    'Value',
    {
      kind: 'choice',
      branches: [
        text(8),
        { kind: 'number', integer: false },
        { kind: 'boolean' },
        { kind: 'null' },
        list(ref('Value'), 3),
        object({ of: ref('Value') }),
      ],
    },
    { recursive: true },
  ),
  named(
    'Hidden',
    object(
      { constructor: text(8), toString: boolean, 'content-type': text(16), class: text(4), value: safeUint, length: safeUint },
      { optional: ['toString'] },
    ),
  ),
  named(
    'Order',
    object(
      {
        lines: list(object({ sku: text(12, 1), quantity: { kind: 'number', integer: true, minimum: 1, maximum: 999 } }), 10, {
          minItems: 1,
        }),
        ship: nullable(object({ street: text(40), zip: nullable(text(10)) })),
        gift: nullable(text(20)),
        origin: nullable(ref('Point')),
        labels: ref('Labels'),
        meta: { kind: 'any' },
      },
      { optional: ['gift', 'labels', 'meta'] },
    ),
  ),
  named('Empty', object({})),
  named('AllOptional', object({ a: text(4), b: safeUint }, { optional: ['a', 'b'] })),
]);

function message(tag: string, properties: Readonly<Record<string, Node>>, optional: readonly string[] = []): Node {
  return object({ type: literal(tag), v: literal(1), ...properties }, { optional });
}

const stream: Stream = {
  name: 'watch',
  path: '/watch',
  method: 'GET',
  summary: 'Watches.',
  tags: [],
  access: [],
  parameters: [],
  errors: [],
  tag: 'type',
  version: { field: 'v', value: 1 },
  message: 'ServerMessage',
  events: ['created', 'moved', 'closed'].map((tag): StreamEvent => ({
    tag,
    schema: tag.slice(0, 1).toUpperCase() + tag.slice(1),
    id: 'always',
    examples: [],
  })),
  limits: { eventBytes: 'eventBytes', heartbeatMs: 'heartbeatMs' },
};

const messages = representationOf(
  [
    named('Created', message('created', { id: text(16, 1), total: safeUint }), { examples: [] }),
    named('Moved', message('moved', { id: text(16, 1), to: text(80) }, ['to'])),
    named('Closed', message('closed', { reason: nullable(text(80)) })),
    named('ServerMessage', {
      kind: 'tagged',
      tag: 'type',
      members: [
        { value: 'created', node: ref('Created') as Extract<Node, { kind: 'ref' }> },
        { value: 'moved', node: ref('Moved') as Extract<Node, { kind: 'ref' }> },
        { value: 'closed', node: ref('Closed') as Extract<Node, { kind: 'ref' }> },
      ],
      doc: { description: 'Everything that the server sends.' },
    }),
    named(
      'Shape',
      {
        kind: 'tagged',
        tag: 'shape-kind',
        members: [
          { value: 'circle', node: object({ 'shape-kind': literal('circle'), r: safeUint }) },
          { value: 'group', node: object({ 'shape-kind': literal('group'), of: list(ref('Shape'), 3) }) },
        ],
      },
      { recursive: true },
    ),
  ],
  { streams: [stream] },
);

const many = Array.from({ length: 20 }, (_, i) => `kind${i}`);
const wide = representationOf([
  named(
    'Wide',
    object(Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`field${i}`, i % 3 === 0 ? nullable(text(8)) : text(8)])), {
      optional: ['field1', 'field2'],
    }),
  ),
  named('Many', {
    kind: 'tagged',
    tag: 'kind',
    members: many.map((value) => ({ value, node: object({ kind: literal(value), id: text(8) }) })),
  }),
  named(
    'AVeryLongNameForASchemaThatNobodyTypes',
    object({
      aRatherLongPropertyName: {
        kind: 'string',
        minLength: 10,
        maxLength: 100,
        pattern: '^[a-z]{10,100}(?:-[a-z]+)*$',
      },
      numbers: literal(...Array.from({ length: 60 }, (_, i) => i * 7)),
      words: literal(...Array.from({ length: 30 }, (_, i) => `word-${i}`)),
    }),
  ),
]);

const binary = representationOf([
  named(
    'Source',
    object({
      revision: safeUint,
      realm: { kind: 'string', scalar: 'Uint64', minLength: 1, maxLength: 20 },
      size: { kind: 'number', integer: true, minimum: 0, maximum: 0xffff_ffff, scalar: 'SafeUint' },
      digest: { kind: 'string', scalar: 'Sha256', minLength: 71, maxLength: 71 },
      nonce: { kind: 'string', scalar: 'Base64Url', minLength: 6, maxLength: 6, decodedBytes: { exact: 4 } },
      publication: literal(1, 2),
    }),
    {
      binary: {
        size: 57,
        fields: [
          { name: 'revision', offset: 0, type: 'u64', size: 8, json: 'safe-uint' },
          { name: 'realm', offset: 8, type: 'u64', size: 8, json: 'uint64' },
          { name: 'size', offset: 16, type: 'u32', size: 4 },
          { name: 'digest', offset: 20, type: 'bytes', size: 32, text: 'sha256' },
          { name: 'nonce', offset: 52, type: 'bytes', size: 4, text: 'base64url' },
          { name: 'publication', offset: 56, type: 'u8', size: 1, values: [1, 2] },
        ],
      },
    },
  ),
]);

/** Small contracts, one for each golden folder. */
export const samples: Readonly<Record<string, Representation>> = { binary, composites, messages, scalars, wide };
