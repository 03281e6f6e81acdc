import Value from 'typebox/value';
import { expect, expectTypeOf, test } from 'vitest';
import {
  BINARY,
  binaryStruct,
  bytes,
  Dictionary,
  List,
  Nullable,
  SafeUint,
  type Static,
  Struct,
  Tagged,
  Text,
  Type,
  u32,
  u64,
  u64Safe,
  u8,
} from './index.ts';

test('[C1.4] Tagged puts the tag first, then the version, and closes the object', () => {
  const Moved = Tagged('moved', { by: SafeUint() }, { v: 3 });
  expect(Object.keys(Moved.properties)).toEqual(['type', 'v', 'by']);
  expect(JSON.parse(JSON.stringify(Moved))).toMatchObject({ additionalProperties: false, required: ['type', 'v', 'by'] });
  expectTypeOf<Static<typeof Moved>>().toEqualTypeOf<{ type: 'moved'; v: number; by: number }>();
  const Card = Tagged('card', { last4: Text(4) }, { tag: 'method' });
  expectTypeOf<Static<typeof Card>>().toEqualTypeOf<{ method: 'card'; last4: string }>();
  expect(Value.Check(Card, { method: 'card', last4: '4242' })).toBe(true);
  expect(Value.Check(Card, { method: 'card', last4: '4242', more: 1 })).toBe(false);
});

test('[C1.5] Dictionary bounds its keys and its size', () => {
  const Labels = Dictionary(Text(3, { pattern: '^[a-z]+$' }), SafeUint(), 2);
  expectTypeOf<Static<typeof Labels>>().toEqualTypeOf<{ [x: string]: number }>();
  expect(
    [{ a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2, c: 3 }, { abcd: 1 }, { A: 1 }, { a: 'x' }].map((value) => Value.Check(Labels, value)),
  ).toEqual([true, true, false, false, false, false]);
});

test('[C1.4] Nullable, List and Struct keep static types', () => {
  const Shape = Struct({
    id: Text(3),
    note: Type.Optional(Nullable(Text(9))),
    rows: List(Nullable(SafeUint()), 2),
    at: Type.Tuple([SafeUint(), Text(3)]),
    kind: Type.Enum(['a', 'b']),
  });
  expectTypeOf<Static<typeof Shape>>().toEqualTypeOf<{
    id: string;
    note?: string | null;
    rows: (number | null)[];
    at: [number, string];
    kind: 'a' | 'b';
  }>();
  expect(Value.Check(Shape, { id: 'x', rows: [null, 1], at: [1, 'a'], kind: 'a' })).toBe(true);
});

test('[R4.6] binaryStruct lays its fields out in order, without padding, and keeps their JSON types', () => {
  const Source = binaryStruct({
    revision: u64Safe(),
    serial: u64(),
    length: u32(),
    digest: bytes(32, 'sha256'),
    publication: u8([1, 2]),
    seal: bytes(4),
  });
  expect((Source as unknown as Record<string, unknown>)[BINARY]).toEqual({
    size: 57,
    fields: [
      { name: 'revision', offset: 0, type: 'u64', size: 8, json: 'safe-uint' },
      { name: 'serial', offset: 8, type: 'u64', size: 8, json: 'uint64' },
      { name: 'length', offset: 16, type: 'u32', size: 4 },
      { name: 'digest', offset: 20, type: 'bytes', size: 32, text: 'sha256' },
      { name: 'publication', offset: 52, type: 'u8', size: 1, values: [1, 2] },
      { name: 'seal', offset: 53, type: 'bytes', size: 4, text: 'base64url' },
    ],
  });
  expectTypeOf<Static<typeof Source>>().toEqualTypeOf<{
    revision: number;
    serial: string;
    length: number;
    digest: string;
    publication: 1 | 2;
    seal: string;
  }>();
  const value = {
    revision: 1,
    serial: '18446744073709551615',
    length: 2 ** 32 - 1,
    digest: `sha256:${'0f'.repeat(32)}`,
    publication: 2,
    seal: 'AAAAAA',
  };
  expect(Value.Check(Source, value)).toBe(true);
  expect(
    [{ publication: 3 }, { length: 2 ** 32 }, { seal: 'AAAAAB' }, { revision: 2 ** 53 }].map((change) =>
      Value.Check(Source, { ...value, ...change }),
    ),
  ).toEqual([false, false, false, false]);
});
