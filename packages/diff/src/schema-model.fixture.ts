/** Test helper: a small model of schemas with a meaning of its own, against which the diff's verdicts are held. */
import * as fc from 'fast-check';

export type SchemaModel =
  | { readonly kind: 'string'; readonly maxLength: number; readonly nullable: boolean }
  | { readonly kind: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'array'; readonly items: SchemaModel; readonly maxItems: number }
  | { readonly kind: 'tuple'; readonly positions: readonly SchemaModel[] }
  | { readonly kind: 'record'; readonly values: SchemaModel }
  | { readonly kind: 'union'; readonly members: readonly { readonly tag: string; readonly model: SchemaModel }[] }
  | {
      readonly kind: 'object';
      readonly properties: readonly { readonly name: string; readonly required: boolean; readonly model: SchemaModel }[];
      readonly closed: boolean;
    };

const names = ['a', 'b', 'c', 'toString'];

export const { schema } = fc.letrec<{ schema: SchemaModel }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('string' as const), maxLength: fc.integer({ min: 1, max: 4 }), nullable: fc.boolean() }),
    fc.record({ kind: fc.constant('integer' as const), minimum: fc.integer({ min: 0, max: 3 }), maximum: fc.integer({ min: 4, max: 9 }) }),
    fc.constant({ kind: 'boolean' as const }),
    fc.record({ kind: fc.constant('enum' as const), values: fc.uniqueArray(fc.constantFrom('x', 'yy', 'zzz', 'wwww'), { minLength: 1 }) }),
    fc.record({ kind: fc.constant('array' as const), items: tie('schema'), maxItems: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ kind: fc.constant('tuple' as const), positions: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ kind: fc.constant('record' as const), values: tie('schema') }),
    fc.record({
      kind: fc.constant('union' as const),
      members: fc.uniqueArray(fc.record({ tag: fc.constantFrom('t1', 't2', 't3'), model: tie('schema') }), {
        minLength: 2,
        maxLength: 3,
        selector: ({ tag }) => tag,
      }),
    }),
    fc.record({
      kind: fc.constant('object' as const),
      properties: fc.uniqueArray(fc.record({ name: fc.constantFrom(...names), required: fc.boolean(), model: tie('schema') }), {
        maxLength: 3,
        selector: ({ name }) => name,
      }),
      closed: fc.boolean(),
    }),
  ),
}));

const memberOf = ({ tag, model }: { tag: string; model: SchemaModel }): object => ({
  type: 'object',
  required: ['tag', 'value'],
  additionalProperties: false,
  properties: { tag: { type: 'string', const: tag }, value: written(model) },
});

function writtenObject({ properties, closed }: SchemaModel & { readonly kind: 'object' }): object {
  return {
    type: 'object',
    required: properties.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(properties.map(({ name, model }) => [name, written(model)])),
    ...(closed ? { additionalProperties: false } : {}),
  };
}

/** The model as JSON Schema 2020-12. */
export function written(model: SchemaModel): object {
  switch (model.kind) {
    case 'string':
      return { type: model.nullable ? ['string', 'null'] : 'string', maxLength: model.maxLength };
    case 'integer':
      return { type: 'integer', minimum: model.minimum, maximum: model.maximum };
    case 'boolean':
      return { type: 'boolean' };
    case 'enum':
      return { type: 'string', enum: model.values };
    case 'array':
      return { type: 'array', items: written(model.items), maxItems: model.maxItems };
    case 'tuple':
      return {
        type: 'array',
        prefixItems: model.positions.map(written),
        items: false,
        minItems: model.positions.length,
        maxItems: model.positions.length,
      };
    case 'record':
      return { type: 'object', additionalProperties: written(model.values) };
    case 'union':
      return { oneOf: model.members.map(memberOf) };
  }
  return writtenObject(model);
}

/** Values that the model accepts. */
export function valueOf(model: SchemaModel): fc.Arbitrary<unknown> {
  switch (model.kind) {
    case 'string':
      return fc.oneof(
        fc.string({ maxLength: model.maxLength, unit: fc.constantFrom('a', 'x') }),
        ...(model.nullable ? [fc.constant(null)] : []),
      );
    case 'integer':
      return fc.integer({ min: model.minimum, max: model.maximum });
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...model.values);
    case 'array':
      return fc.array(valueOf(model.items), { maxLength: model.maxItems });
    case 'tuple':
      return fc.tuple(...model.positions.map(valueOf));
    case 'record':
      return fc.dictionary(fc.constantFrom('a', 'k'), valueOf(model.values));
    case 'union':
      return fc.oneof(...model.members.map(({ tag, model: value }) => fc.record({ tag: fc.constant(tag), value: valueOf(value) })));
  }
  return objectOf(model);
}

function objectOf(model: SchemaModel & { readonly kind: 'object' }): fc.Arbitrary<unknown> {
  const declared = Object.fromEntries(model.properties.map(({ name, model: property }) => [name, valueOf(property)]));
  const requiredKeys = model.properties.filter(({ required }) => required).map(({ name }) => name);
  const known = fc.record(declared, { requiredKeys });
  return model.closed
    ? known
    : fc.tuple(known, fc.dictionary(fc.constantFrom('undeclared'), fc.constant(1))).map(([object, extra]) => ({ ...extra, ...object }));
}

/** What the model means, written down apart from the product. */
export function accepts(model: SchemaModel, value: unknown): boolean {
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  switch (model.kind) {
    case 'string':
      return (model.nullable && value === null) || (typeof value === 'string' && value.length <= model.maxLength);
    case 'integer':
      return typeof value === 'number' && value >= model.minimum && value <= model.maximum;
    case 'boolean':
      return typeof value === 'boolean';
    case 'enum':
      return typeof value === 'string' && model.values.includes(value);
    case 'array':
      return Array.isArray(value) && value.length <= model.maxItems && value.every((item) => accepts(model.items, item));
    case 'tuple':
      return (
        Array.isArray(value) &&
        value.length === model.positions.length &&
        model.positions.every((position, index) => accepts(position, value[index]))
      );
    case 'record':
      return object !== undefined && Object.values(object).every((member) => accepts(model.values, member));
    case 'union':
      return (
        object !== undefined &&
        Object.keys(object).length === 2 &&
        model.members.some(
          ({ tag, model: member }) => object['tag'] === tag && Object.hasOwn(object, 'value') && accepts(member, object['value']),
        )
      );
  }
  return object !== undefined && acceptsObject(model, object);
}

function acceptsObject(model: SchemaModel & { readonly kind: 'object' }, object: Record<string, unknown>): boolean {
  const declared = model.properties.every(({ name, required, model: property }) =>
    Object.hasOwn(object, name) ? accepts(property, object[name]) : !required,
  );
  return declared && (!model.closed || Object.keys(object).every((name) => model.properties.some((property) => property.name === name)));
}
