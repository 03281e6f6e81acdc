import type { NamedSchema, Node, Representation } from '@tidemark/model';
import Type, { type TSchema } from 'typebox';
import * as v from 'valibot';
import * as z from 'zod';

/** One field of a message, as every contender can say it. */
type Field =
  | { readonly kind: 'text'; readonly max: number }
  | { readonly kind: 'count'; readonly max: number }
  | { readonly kind: 'price' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'word'; readonly of: readonly string[] }
  | { readonly kind: 'list'; readonly of: Fields; readonly max: number };
type Fields = Readonly<Record<string, Field>>;

const id: Field = { kind: 'text', max: 36 };
const at: Field = { kind: 'text', max: 24 };
const count: Field = { kind: 'count', max: Number.MAX_SAFE_INTEGER };
const line: Fields = {
  sku: id,
  name: { kind: 'text', max: 200 },
  quantity: { kind: 'count', max: 999 },
  price: { kind: 'price' },
  gift: { kind: 'flag' },
};

/** The ten members of the union, by tag. A field whose name ends in `?` is optional. */
export const members: Readonly<Record<string, Fields>> = {
  'order.created': { orderId: id, customer: id, total: count, currency: { kind: 'word', of: ['EUR', 'USD', 'GBP', 'CHF'] }, at },
  'order.priced': { orderId: id, total: count, tax: { kind: 'price' }, discount: { kind: 'price' }, at },
  'order.lines': { orderId: id, lines: { kind: 'list', of: line, max: 100 }, at },
  'order.paid': { orderId: id, method: { kind: 'word', of: ['card', 'transfer', 'invoice'] }, amount: count, at },
  'order.packed': { orderId: id, parcels: { kind: 'list', of: { parcel: id, grams: count }, max: 20 }, at },
  'order.shipped': { orderId: id, carrier: { kind: 'word', of: ['dhl', 'ups', 'post', 'courier'] }, tracking: id, at },
  'order.delivered': { orderId: id, signedBy: { kind: 'text', max: 80 }, at },
  'order.returned': { orderId: id, reason: { kind: 'text', max: 280 }, refund: count, final: { kind: 'flag' }, at },
  'order.cancelled': { orderId: id, reason: { kind: 'text', max: 280 }, at },
  heartbeat: { sequence: count, at },
};

function node(field: Field): Node {
  switch (field.kind) {
    case 'text':
      return { kind: 'string', minLength: 1, maxLength: field.max };
    case 'count':
      return { kind: 'number', integer: true, minimum: 0, maximum: field.max };
    case 'price':
      return { kind: 'number', integer: false, minimum: 0, maximum: 1e6 };
    case 'flag':
      return { kind: 'boolean' };
    case 'word':
      return { kind: 'literal', values: field.of };
    default:
      return { kind: 'array', prefix: [], items: objectNode(field.of), maxItems: field.max };
  }
}

function objectNode(fields: Fields, tag?: string): Node {
  const own = Object.entries(fields).map(([name, field]) => ({ name, required: true, node: node(field) }));
  const head = tag === undefined ? [] : [literal('type', tag), literal('v', 1)];
  return { kind: 'object', properties: [...head, ...own], additional: false };
}

function literal(name: string, value: string | number): { readonly name: string; readonly required: true; readonly node: Node } {
  return { name, required: true, node: { kind: 'literal', values: [value] } };
}

function named(name: string, schema: Node): NamedSchema {
  return { name, node: schema, examples: [], recursive: false };
}

/** The union as Tidemark's representation. */
export function messageRepresentation(): Representation {
  const names = Object.keys(members).map(
    (tag) =>
      [
        tag,
        tag
          .split('.')
          .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
          .join(''),
      ] as const,
  );
  const schemas = names.map(([tag, name]) => named(name, objectNode(members[tag] ?? {}, tag)));
  const union = named('Message', {
    kind: 'tagged',
    tag: 'type',
    members: names.map(([value, name]) => ({ value, node: { kind: 'ref', name } })),
  });
  const empty = { servers: [], errors: [], security: [], limits: [], tags: [], operations: [], streams: [], sockets: [] };
  const identity = {
    id: 'bench',
    version: '1.0.0',
    major: 1,
    title: 'Bench',
    summary: 'Bench.',
    license: { name: 'MIT', identifier: 'MIT' },
  };
  return { ...identity, ...empty, schemas: [...schemas, union] };
}

function typeboxField(field: Field): TSchema {
  switch (field.kind) {
    case 'text':
      return Type.String({ minLength: 1, maxLength: field.max });
    case 'count':
      return Type.Integer({ minimum: 0, maximum: field.max });
    case 'price':
      return Type.Number({ minimum: 0, maximum: 1e6 });
    case 'flag':
      return Type.Boolean();
    case 'word':
      return Type.Enum([...field.of]);
    default:
      return Type.Array(typeboxObject(field.of, {}), { maxItems: field.max });
  }
}

function typeboxObject(fields: Fields, head: Readonly<Record<string, TSchema>>): TSchema {
  const own = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, typeboxField(field)]));
  return Type.Object({ ...head, ...own }, { additionalProperties: false });
}

/** The union as TypeBox, each member an object with a literal tag. */
export function messageTypes(): TSchema[] {
  return Object.entries(members).map(([tag, fields]) => typeboxObject(fields, { type: Type.Literal(tag), v: Type.Literal(1) }));
}

/** The union as JSON Schema with ajv's `discriminator`. */
export function messageJsonSchema(): object {
  return {
    type: 'object',
    discriminator: { propertyName: 'type' },
    required: ['type'],
    oneOf: JSON.parse(JSON.stringify(messageTypes())) as unknown,
  };
}

function zodField(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return z.string().min(1).max(field.max);
    case 'count':
      return z.int().min(0).max(field.max);
    case 'price':
      return z.number().min(0).max(1e6);
    case 'flag':
      return z.boolean();
    case 'word':
      return z.enum([...field.of]);
    default:
      return z.array(z.strictObject(mapFields(field.of, zodField))).max(field.max);
  }
}

export function messageZod(): z.ZodType {
  const objects = Object.entries(members).map(([tag, fields]) =>
    z.strictObject({ type: z.literal(tag), v: z.literal(1), ...mapFields(fields, zodField) }),
  );
  return z.discriminatedUnion('type', objects as unknown as [z.ZodObject, ...z.ZodObject[]]);
}

function valibotField(field: Field): v.GenericSchema {
  switch (field.kind) {
    case 'text':
      return v.pipe(v.string(), v.minLength(1), v.maxLength(field.max));
    case 'count':
      return v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(field.max));
    case 'price':
      return v.pipe(v.number(), v.minValue(0), v.maxValue(1e6));
    case 'flag':
      return v.boolean();
    case 'word':
      return v.picklist(field.of);
    default:
      return v.pipe(v.array(v.strictObject(mapFields(field.of, valibotField))), v.maxLength(field.max));
  }
}

export function messageValibot(): v.GenericSchema {
  const objects = Object.entries(members).map(([tag, fields]) =>
    v.strictObject({ type: v.literal(tag), v: v.literal(1), ...mapFields(fields, valibotField) }),
  );
  return v.variant('type', objects as unknown as [v.StrictObjectSchema<{ type: v.LiteralSchema<string, undefined> }, undefined>]);
}

function mapFields<T>(fields: Fields, make: (field: Field) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field)]));
}

/** A valid value of a member. `seed` varies it; lists get `length` elements. */
export function sample(tag: string, seed: number, length: number): Record<string, unknown> {
  return { type: tag, v: 1, ...sampleFields(members[tag] ?? {}, seed, length) };
}

function sampleFields(fields: Fields, seed: number, length: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field], i) => [name, sampleField(name, field, seed * 7 + i, length)]));
}

function sampleField(name: string, field: Field, seed: number, length: number): unknown {
  switch (field.kind) {
    case 'text':
      return name === 'at'
        ? `2026-0${1 + (seed % 9)}-1${seed % 10}T12:0${seed % 6}:00.${100 + (seed % 900)}Z`
        : `${name}-${(seed * 7919 + 13) % 1_000_003}`;
    case 'count':
      return (seed * 104_729 + 1) % field.max;
    case 'price':
      return ((seed * 337) % 99_999) / 100;
    case 'flag':
      return seed % 2 === 0;
    case 'word':
      return field.of[seed % field.of.length];
    default:
      return Array.from({ length }, (_, i) => sampleFields(field.of, seed + i, length));
  }
}
