import { Dictionary, List, Nullable, SafeUint, Struct, Tagged, Text, type TSchema, Type, Uint64 } from '@tidemark/contract';
import * as fc from 'fast-check';

/** Types as authors may combine them: most are carried, some are refused; none may break anything. */
export const typeArbitrary: fc.Arbitrary<TSchema> = fc.letrec<{ type: TSchema; union: TSchema; object: TSchema }>((tie) => {
  const leaf = fc.oneof<fc.Arbitrary<TSchema>[]>(
    fc.integer({ min: 1, max: 9 }).map((size) => Text(size)),
    fc.constantFrom('a', 'b', 1, true).map((value) => Type.Literal(value)),
    fc.constantFrom<(string | number)[]>(['a', 'b'], ['x'], [1, 2]).map((values) => Type.Enum(values)),
    fc.constantFrom('T0', 'T1', 'T2', 'Self', 'Nothing').map((name) => Type.Ref(name)),
    fc
      .constantFrom<readonly string[]>(['string', 'null'], ['object', 'null'], ['integer'], [])
      .map((type) => Type.Unsafe({ type, maxLength: 3, minimum: 0, maximum: 3, properties: {}, additionalProperties: false })),
    fc.constant(null).map(() => SafeUint()),
    fc.constant(null).map(() => Uint64()),
    fc.constant(null).map(() => Type.Null()),
    fc.constant(null).map(() => Type.Boolean()),
    fc.constant(null).map(() => Type.String()),
  );
  const part = fc.tuple(tie('type'), fc.boolean()).map(([type, optional]) => (optional ? Type.Optional(type) : type));
  const tag = fc.constantFrom('kind', 'type');
  return {
    type: fc.oneof({ maxDepth: 4, depthSize: 'small' }, leaf, tie('object'), tie('union')),
    object: fc.oneof<fc.Arbitrary<TSchema>[]>(
      fc
        .dictionary(fc.constantFrom('a', 'b', 'toString', 'constructor', '1'), part, { maxKeys: 3 })
        .map((properties) => Struct(properties)),
      fc.tuple(tie('type'), fc.integer({ min: 0, max: 4 })).map(([type, max]) => List(type, max)),
      fc.array(tie('type'), { maxLength: 3 }).map((positions) => Type.Tuple(positions)),
      tie('type').map((type) => Dictionary(Text(4), type, 3)),
      tie('type').map((type) => Type.Cyclic({ Self: Struct({ next: Type.Optional(type), selves: List(Type.Ref('Self'), 2) }) }, 'Self')),
      tie('type').map((type) => Type.Cyclic({ Self: Type.Union([type, Type.Null()]) }, 'Self')),
      fc.tuple(fc.constantFrom('a', 'b', 'c'), tag, part).map(([value, name, type]) => Tagged(value, { part: type }, { tag: name })),
    ),
    union: fc.oneof<fc.Arbitrary<TSchema>[]>(
      tie('type').map((type) => Nullable(type)),
      fc.array(tie('type'), { maxLength: 4 }).map((members) => Type.Union(members)),
      fc
        .tuple(tag, tie('type'), tie('type'))
        .map(([name, a, b]) => Type.Union([Tagged('a', { part: a }, { tag: name }), Tagged('b', { part: b }, { tag: name })])),
    ),
  };
}).type;
