import { DecodeError, type DecodeErrorCode, type DecodeOptions, type Input, parsed } from '@tidemark/codec';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { emitDecoders, emitTypes } from './index.ts';
import { type LoadedDecoder, loadDecoder, loadModule, representationOf } from './testing/load-decoders.ts';
import { literal, list, named, nullable, object, ref, safeUint, samples, text } from './testing/samples.ts';

const decoders = new Map<string, LoadedDecoder>();

function decoder(sample: string, name: string): LoadedDecoder {
  const key = `${sample} ${name}`;
  const loaded = decoders.get(key) ?? loadDecoder(samples[sample] ?? representationOf([]), name);
  decoders.set(key, loaded);
  return loaded;
}

function refusal(
  loaded: LoadedDecoder,
  input: Input,
  options?: DecodeOptions,
): { readonly code: DecodeErrorCode | 'accepted'; readonly path: string } {
  const result = loaded.tryDecode(input, options);
  return result.ok ? { code: 'accepted', path: '' } : { code: result.error.code, path: result.error.path };
}

const scalars = {
  id: 'ord_1',
  count: 7,
  total: '18446744073709551615',
  balance: '-9223372036854775808',
  key: 'A'.repeat(43),
  digest: `sha256:${'0'.repeat(64)}`,
  at: '2024-02-29T00:00:00.000Z',
  price: 19.99,
  step: 5,
  flag: true,
  extra: { a: [1] },
  code: 'a',
  level: 1,
  mixed: null,
  size: 'xl',
};

const order = { lines: [{ sku: 'a', quantity: 1 }], ship: null, origin: [1, 2] };

/** Sample, schema, a valid value, what is put into it where, and the refusal. */
const refusals: readonly (readonly [
  sample: string,
  schema: string,
  valid: Readonly<Record<string, unknown>>,
  change: object,
  code: DecodeErrorCode,
  path: string,
])[] = [
  ['scalars', 'Scalars', scalars, { id: 7 }, 'wrong-type', '/id'],
  ['scalars', 'Scalars', scalars, { id: undefined }, 'missing-field', '/id'],
  ['scalars', 'Scalars', scalars, { id: 'ord' }, 'too-short', '/id'],
  ['scalars', 'Scalars', scalars, { id: `ord_${'x'.repeat(17)}` }, 'too-long', '/id'],
  ['scalars', 'Scalars', scalars, { id: 'ord_X' }, 'malformed-string', '/id'],
  ['scalars', 'Scalars', scalars, { count: -1 }, 'out-of-range', '/count'],
  ['scalars', 'Scalars', scalars, { count: 2 ** 53 }, 'out-of-range', '/count'],
  ['scalars', 'Scalars', scalars, { count: 1.5 }, 'wrong-type', '/count'],
  ['scalars', 'Scalars', scalars, { count: '1' }, 'wrong-type', '/count'],
  ['scalars', 'Scalars', scalars, { total: '01' }, 'malformed-identity', '/total'],
  ['scalars', 'Scalars', scalars, { total: '18446744073709551616' }, 'out-of-range', '/total'],
  ['scalars', 'Scalars', scalars, { total: 1 }, 'wrong-type', '/total'],
  ['scalars', 'Scalars', scalars, { balance: '-0' }, 'malformed-identity', '/balance'],
  ['scalars', 'Scalars', scalars, { balance: '9223372036854775808' }, 'out-of-range', '/balance'],
  ['scalars', 'Scalars', scalars, { note: 'é'.repeat(33) }, 'too-many-bytes', '/note'],
  ['scalars', 'Scalars', scalars, { note: null }, 'wrong-type', '/note'],
  ['scalars', 'Scalars', scalars, { note: '\ud800' }, 'lone-surrogate', '/note'],
  ['scalars', 'Scalars', scalars, { key: 'A'.repeat(42) }, 'malformed-identity', '/key'],
  ['scalars', 'Scalars', scalars, { key: `${'A'.repeat(42)}B` }, 'malformed-identity', '/key'],
  ['scalars', 'Scalars', scalars, { blob: 'A'.repeat(26) }, 'too-many-bytes', '/blob'],
  ['scalars', 'Scalars', scalars, { blob: 'A' }, 'malformed-identity', '/blob'],
  ['scalars', 'Scalars', scalars, { digest: `sha256:${'A'.repeat(64)}` }, 'malformed-identity', '/digest'],
  ['scalars', 'Scalars', scalars, { at: '2023-02-29T00:00:00.000Z' }, 'malformed-identity', '/at'],
  ['scalars', 'Scalars', scalars, { price: 0.001 }, 'out-of-range', '/price'],
  ['scalars', 'Scalars', scalars, { price: 1_000_000 }, 'out-of-range', '/price'],
  ['scalars', 'Scalars', scalars, { step: 7 }, 'out-of-range', '/step'],
  ['scalars', 'Scalars', scalars, { flag: 1 }, 'wrong-type', '/flag'],
  ['scalars', 'Scalars', scalars, { extra: 'x'.repeat(255) }, 'too-many-bytes', '/extra'],
  ['scalars', 'Scalars', scalars, { extra: [[[[[]]]]] }, 'too-deep', '/extra/0/0/0/0'],
  ['scalars', 'Scalars', scalars, { extra: JSON.parse('{"__proto__":1}') as object }, 'forbidden-key', '/extra/__proto__'],
  ['scalars', 'Scalars', scalars, { code: 'c' }, 'unknown-value', '/code'],
  ['scalars', 'Scalars', scalars, { code: null }, 'wrong-type', '/code'],
  ['scalars', 'Scalars', scalars, { level: 3 }, 'unknown-value', '/level'],
  ['scalars', 'Scalars', scalars, { mixed: 2 }, 'unknown-value', '/mixed'],
  ['scalars', 'Scalars', scalars, { mixed: [] }, 'wrong-type', '/mixed'],
  ['scalars', 'Scalars', scalars, { size: 'xxxxl' }, 'unknown-value', '/size'],
  ['scalars', 'Scalars', scalars, { more: 1 }, 'unknown-field', '/more'],
  ['scalars', 'Scalars', scalars, { 'a/b~c': 1 }, 'unknown-field', '/a~1b~0c'],
  ['composites', 'Order', order, { lines: [] }, 'too-few-items', '/lines'],
  ['composites', 'Order', order, { lines: Array.from({ length: 11 }, () => ({ sku: 'a', quantity: 1 })) }, 'too-many-items', '/lines'],
  [
    'composites',
    'Order',
    order,
    {
      lines: [
        { sku: 'a', quantity: 1 },
        { sku: 'b', quantity: 1000 },
      ],
    },
    'out-of-range',
    '/lines/1/quantity',
  ],
  ['composites', 'Order', order, { lines: [{ sku: 'a' }] }, 'missing-field', '/lines/0/quantity'],
  ['composites', 'Order', order, { lines: [{ sku: 'a', quantity: 1, x: 1 }] }, 'unknown-field', '/lines/0/x'],
  ['composites', 'Order', order, { lines: {} }, 'wrong-type', '/lines'],
  ['composites', 'Order', order, { ship: { street: 'x', zip: 1 } }, 'wrong-type', '/ship/zip'],
  ['composites', 'Order', order, { ship: [] }, 'wrong-type', '/ship'],
  ['composites', 'Order', order, { origin: [1] }, 'too-few-items', '/origin'],
  ['composites', 'Order', order, { origin: [1, 2, 3] }, 'too-many-items', '/origin'],
  ['composites', 'Order', order, { origin: [1, 'x'] }, 'wrong-type', '/origin/1'],
  ['composites', 'Order', order, { labels: {} }, 'too-few-fields', '/labels'],
  ['composites', 'Order', order, { labels: { a: '', b: '', c: '', d: '' } }, 'too-many-fields', '/labels'],
  ['composites', 'Order', order, { labels: { A: '' } }, 'malformed-string', '/labels/A'],
  ['composites', 'Order', order, { labels: { 'a\nB': '' } }, 'malformed-string', '/labels/a\nB'],
  ['composites', 'Order', order, { labels: { a: 1 } }, 'wrong-type', '/labels/a'],
  [
    'composites',
    'Hidden',
    { constructor: 'x', 'content-type': '', class: '', value: 1, length: 2 },
    { constructor: undefined },
    'missing-field',
    '/constructor',
  ],
  ['composites', 'Tree', { name: 'a' }, { left: { name: 'b', left: { name: '' } } }, 'too-short', '/left/left/name'],
  ['messages', 'ServerMessage', { type: 'created', v: 1, id: 'a', total: 1 }, { v: 2, type: 'nope' }, 'unknown-version', '/v'],
  ['messages', 'ServerMessage', { type: 'created', v: 1, id: 'a', total: 1 }, { v: '1' }, 'wrong-type', '/v'],
  ['messages', 'ServerMessage', { type: 'created', v: 1, id: 'a', total: 1 }, { v: undefined }, 'missing-field', '/v'],
  ['messages', 'ServerMessage', { type: 'created', v: 1, id: 'a', total: 1 }, { type: 'nope', id: 7 }, 'unknown-tag', '/type'],
  ['messages', 'ServerMessage', { type: 'created', v: 1, id: 'a', total: 1 }, { type: 7 }, 'wrong-type', '/type'],
  ['messages', 'ServerMessage', { type: 'created', v: 1, id: 'a', total: 1 }, { type: undefined }, 'missing-field', '/type'],
  ['messages', 'ServerMessage', { type: 'created', v: 1, id: 'a', total: 1 }, { type: 'toString' }, 'unknown-tag', '/type'],
  ['messages', 'ServerMessage', { type: 'created', v: 1, id: 'a', total: 1 }, { to: 'x' }, 'unknown-field', '/to'],
  ['messages', 'Moved', { type: 'moved', v: 1, id: 'a' }, { v: 2, type: 'x', id: 7 }, 'unknown-version', '/v'],
  ['messages', 'Moved', { type: 'moved', v: 1, id: 'a' }, { type: 'created', id: 7 }, 'unknown-tag', '/type'],
  [
    'messages',
    'Shape',
    { 'shape-kind': 'group', of: [] },
    { of: [{ 'shape-kind': 'circle', r: 1 }, { 'shape-kind': 'x' }] },
    'unknown-tag',
    '/of/1/shape-kind',
  ],
  ['wide', 'Many', { kind: 'kind3', id: 'a' }, { kind: 'kind20' }, 'unknown-tag', '/kind'],
  ['wide', 'Many', { kind: 'kind19', id: 'a' }, { id: 1 }, 'wrong-type', '/id'],
];

function nest(levels: number): string {
  return `${'{"name":"a","left":'.repeat(levels)}null${'}'.repeat(levels)}`;
}

function thrownBy(work: () => unknown): DecodeError {
  try {
    work();
  } catch (error) {
    if (error instanceof DecodeError) return error;
  }
  throw new Error('no DecodeError');
}

describe('refusals', () => {
  test.each(refusals)('[C1.6, C3.3] %s %s %j with %j: %s at "%s"', (sample, schema, valid, change, code, path) => {
    const loaded = decoder(sample, schema);
    expect(refusal(loaded, JSON.stringify(valid))).toEqual({ code: 'accepted', path: '' });
    const changed = { ...valid, ...change };
    const value = JSON.parse(JSON.stringify(changed)) as unknown;
    for (const input of [
      JSON.stringify(changed),
      JSON.stringify(changed, null, 2),
      new TextEncoder().encode(JSON.stringify(changed)),
      parsed(value),
    ]) {
      expect(refusal(loaded, input)).toEqual({ code, path });
    }
    expect(loaded.is(value)).toBe(false);
  });

  test('[C1.6, C3.3] a set with two equal elements, keys in another order', () => {
    const set = loadDecoder(representationOf([named('Set', list({ kind: 'any' }, 9, { uniqueItems: true }))]), 'Set');
    expect(refusal(set, '[{"a":1,"b":[2]},1,{"b":[2.0],"a":1e0}]')).toEqual({ code: 'not-unique', path: '/2' });
    expect(refusal(set, '[1,true,"1",[1],{"1":1},null,"null",0]')).toEqual({ code: 'accepted', path: '' });
  });

  test('[C3.4] duplicate keys, wherever the value would pass', () => {
    const loaded = decoder('messages', 'ServerMessage');
    expect(refusal(loaded, '{"type":"created","v":1,"id":"a","id":"a","total":1}')).toEqual({ code: 'duplicate-key', path: '/id' });
    expect(refusal(loaded, '{"type":"moved","type":"created","v":1,"id":"a","total":1}')).toEqual({ code: 'duplicate-key', path: '/type' });
    expect(refusal(loaded, '{"type":"created","v":1,"\\u0069d":"a","id":"a","total":1}')).toEqual({ code: 'duplicate-key', path: '/id' });
  });

  test('[C3.4] a number written short to make room for a hidden member', () => {
    // 1e15 is 12 characters shorter than the integer that it stands for: exactly the room that the first total takes.
    const hidden = '{"type":"created","v":1,"id":"a","total":123,"total":1e15}';
    const honest = '{"type":"created","v":1,"id":"a","total":1000000000000000}';
    expect(hidden.length).toBe(honest.length);
    expect(refusal(decoder('messages', 'ServerMessage'), honest)).toEqual({ code: 'accepted', path: '' });
    expect(refusal(decoder('messages', 'ServerMessage'), hidden)).toEqual({ code: 'duplicate-key', path: '/total' });
    expect(refusal(decoder('messages', 'ServerMessage'), '{"type":"created","v":1,"id":"a","total":1e15}')).toEqual({
      code: 'accepted',
      path: '',
    });
  });

  test('[C3.4] __proto__ and constructor smuggle nothing in', () => {
    const open = decoder('composites', 'Open');
    expect(refusal(open, '{"id":"a","__proto__":{"x":1}}')).toEqual({ code: 'forbidden-key', path: '/__proto__' });
    expect(refusal(open, '{"id":"a","x":{"\\u005f_proto__":{}}}')).toEqual({ code: 'forbidden-key', path: '/x/__proto__' });
    expect(refusal(open, '{"id":"a","constructor":{"prototype":{"y":1}}}')).toEqual({ code: 'accepted', path: '' });
    expect(({} as Record<string, unknown>)['y']).toBeUndefined();
    expect(refusal(decoder('composites', 'Labels'), '{"__proto__":"x"}')).toEqual({ code: 'forbidden-key', path: '/__proto__' });
    expect(refusal(decoder('composites', 'Empty'), '{"__proto__":{}}')).toEqual({ code: 'forbidden-key', path: '/__proto__' });
  });

  test('[C3.3, C3.5] of several unknown fields, the outermost is the one that text, bytes and parsed value are refused for', () => {
    const tree = decoder('composites', 'Tree');
    for (const json of ['{"name":"a","left":{"name":"b","deep":1},"x":1}', '{"x":1,"left":{"deep":1,"name":"b"},"name":"a"}']) {
      for (const input of [json, new TextEncoder().encode(json), parsed(JSON.parse(json))]) {
        expect(refusal(tree, input)).toEqual({ code: 'unknown-field', path: '/x' });
      }
    }
  });

  test('[C3.4] bounds: bytes before parsing, levels without recursion', () => {
    const tree = decoder('composites', 'Tree');
    expect(refusal(tree, nest(64))).toEqual({ code: 'accepted', path: '' });
    expect(refusal(tree, nest(65))).toEqual({ code: 'too-deep', path: '/left'.repeat(64) });
    expect(refusal(tree, nest(3), { maxDepth: 2 })).toEqual({ code: 'too-deep', path: '/left/left' });
    expect(refusal(tree, nest(20_000))).toEqual({ code: 'too-deep', path: '/left'.repeat(64) });
    expect(refusal(tree, nest(20_000), { maxDepth: 1e9 })).toEqual({ code: 'too-deep', path: '/left'.repeat(512) });
    expect(refusal(tree, '['.repeat(100_000) + ']'.repeat(100_000))).toEqual({ code: 'too-deep', path: '' });
    expect(refusal(tree, `{"name":"a","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toEqual({ code: 'too-deep', path: '/x' });
    expect(refusal(tree, '{"name":"a","x":[[]]}')).toEqual({ code: 'unknown-field', path: '/x' });
    expect(refusal(tree, '!'.repeat(11), { maxBytes: 10 })).toEqual({ code: 'too-many-bytes', path: '' });
    expect(refusal(tree, new Uint8Array(11).fill(0xff), { maxBytes: 10 })).toEqual({ code: 'too-many-bytes', path: '' });
    expect(refusal(tree, `{"name":"${'é'.repeat(8)}"}`, { maxBytes: 27 })).toEqual({ code: 'accepted', path: '' });
    expect(refusal(tree, `{"name":"${'é'.repeat(8)}"}`, { maxBytes: 26 })).toEqual({ code: 'too-many-bytes', path: '' });
    expect(refusal(tree, `{"name":"${'a'.repeat(1_048_576)}"}`)).toEqual({ code: 'too-many-bytes', path: '' });
  });

  test('[C3.4] a set is compared only once its depth is known', () => {
    const sets = loadDecoder(representationOf([named('Deep', list(nullable(list(safeUint, 9)), 9, { uniqueItems: true }))]), 'Deep');
    expect(refusal(sets, `[${'['.repeat(100_000)}${']'.repeat(100_000)},null]`)).toEqual({ code: 'too-deep', path: '/0/0' });
  });
});

describe('own properties', () => {
  test('[C3.1] what is inherited satisfies no requirement', () => {
    const point = loadDecoder(
      representationOf([named('Point', object({ x: safeUint, toString: text(9) }, { optional: ['toString'] }))]),
      'Point',
    );
    expect(refusal(point, parsed(Object.create({ x: 1 })))).toEqual({ code: 'missing-field', path: '/x' });
    expect(refusal(point, parsed(Object.assign(Object.create({ y: 1 }) as object, { x: 1 })))).toEqual({ code: 'accepted', path: '' });
    expect(refusal(point, parsed(Object.assign(Object.create(null) as object, { x: 1 })))).toEqual({ code: 'accepted', path: '' });
    expect(refusal(point, '{"x":1}')).toEqual({ code: 'accepted', path: '' });
    expect(refusal(point, '{"x":1,"toString":1}')).toEqual({ code: 'wrong-type', path: '/toString' });
    expect(refusal(decoder('composites', 'Hidden'), '{"content-type":"","class":"","value":1,"length":2}')).toEqual({
      code: 'missing-field',
      path: '/constructor',
    });
  });

  test('[C3.1, C3.4] a polluted Object.prototype neither fills in fields nor makes up for hidden text', () => {
    const point = loadDecoder(representationOf([named('Point', object({ x: safeUint, y: safeUint }))]), 'Point');
    const prototype = Object.prototype as unknown as Record<string, unknown>;
    try {
      prototype['y'] = 2;
      // As long as the text with both fields.
      expect(refusal(point, '{"x":1      }')).toEqual({ code: 'missing-field', path: '/y' });
      expect(refusal(point, parsed({ x: 1 }))).toEqual({ code: 'missing-field', path: '/y' });
      expect(refusal(point, '{"x":1,"y":2}')).toEqual({ code: 'accepted', path: '' });
    } finally {
      delete prototype['y'];
    }
    expect(refusal(point, '{"x":1      }')).toEqual({ code: 'missing-field', path: '/y' });
  });

  test('[C3.1] parsed values that JSON cannot carry are refused', () => {
    const any = loadDecoder(representationOf([named('Anything', { kind: 'any' })]), 'Anything');
    const values: readonly [unknown, DecodeErrorCode, string][] = [
      [undefined, 'wrong-type', ''],
      [[undefined], 'wrong-type', '/0'],
      [[1, () => 1], 'wrong-type', '/1'],
      [{ a: 1n }, 'wrong-type', '/a'],
      [[Number.NaN], 'out-of-range', '/0'],
      [{ a: Infinity }, 'out-of-range', '/a'],
      [['\udc00'], 'lone-surrogate', '/0'],
    ];
    for (const [value, code, path] of values) expect(refusal(any, parsed(value))).toEqual({ code, path });
    const loop: unknown[] = [];
    loop.push(loop);
    expect(refusal(any, parsed(loop)).code).toBe('too-deep');
  });
});

describe('errors', () => {
  test('[C3.3] a DecodeError says code, path and what was expected', () => {
    const loaded = decoder('composites', 'Order');
    const error = thrownBy(() => loaded.decode(JSON.stringify({ ...order, lines: [{ sku: 'a', quantity: 0 }] })));
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('DecodeError');
    expect(error.message).toBe('out-of-range at "/lines/0/quantity": expected an integer from 1 to 999');
    expect(error.stack).toMatch(/^DecodeError: out-of-range at [\s\S]*decoders\.test\.ts/);
    expect(error.preview(100)).toBe('0');
  });

  test('[C3.3] the refused value is nowhere but in its bounded preview', () => {
    const secret = 'hunter2hunter2hunter2';
    const loaded = decoder('scalars', 'Scalars');
    const error = thrownBy(() => loaded.decode(JSON.stringify({ ...scalars, code: secret })));
    expect(error.code).toBe('unknown-value');
    for (const shown of [
      error.message,
      // oxlint-disable-next-line typescript/no-base-to-string -- what it shows is what is looked at
      String(error),
      JSON.stringify(error),
      inspect(error, { depth: 9, showHidden: true }),
      error.stack ?? '',
      error.expected,
    ]) {
      expect(shown).not.toContain(secret);
    }
    expect(error.preview(100)).toBe(JSON.stringify(secret));
    expect(error.preview(10)).toBe('"hunter...');
    expect(error.preview(0)).toBe('');
  });

  test('[C3.3] malformed JSON is not quoted', () => {
    const error = thrownBy(() => decoder('scalars', 'Scalars').decode('{"password":hunter2}'));
    expect(error.code).toBe('malformed-json');
    expect(inspect(error, { showHidden: true })).not.toContain('hunter2');
    expect('cause' in error).toBe(false);
  });

  test.each([
    [{ code: 'c' }, `unknown-value at "/code": expected one of "a", "b", "it's"`],
    [{ extra: 1, count: 'x' }, 'wrong-type at "/count": expected an integer'],
    [{ price: -1 }, 'out-of-range at "/price": expected a number from 0'],
    [{ price: 2e6 }, 'out-of-range at "/price": expected a number below 1000000'],
    [{ at: 'now' }, 'malformed-identity at "/at": expected an RFC 3339 timestamp in UTC with milliseconds'],
    [{ nope: 1 }, 'unknown-field at "/nope": expected no field of this name'],
  ])('[C3.3] %j: %s', (change, message) => {
    expect(thrownBy(() => decoder('scalars', 'Scalars').decode(JSON.stringify({ ...scalars, ...change }))).message).toBe(message);
  });
});

describe('what is emitted', () => {
  test('[C3.2] a union dispatches by switch, a large one by a map, and tries no member', () => {
    const [small] = emitDecoders(samples['messages'] ?? representationOf([]));
    expect(small?.text).toMatch(/switch \(fields\.type\) \{\n {4}case 'created':\n {6}return measureCreated\(value, levels\);/);
    const [large] = emitDecoders(samples['wide'] ?? representationOf([]));
    expect(large?.text).toContain('const measure = manyMembers.get(fields.kind);');
  });

  test('[C3.1] imports the run time and the types, and nothing else', () => {
    for (const representation of Object.values(samples)) {
      for (const { text: source } of [...emitDecoders(representation), ...emitTypes(representation)]) {
        const imported = [...source.matchAll(/from '([^']+)'/g)].map((match) => match[1]);
        expect(imported.every((name) => name === '@tidemark/codec/generated' || name === './types.ts')).toBe(true);
        expect(source).not.toMatch(/\beval\b|new Function|typebox/i);
      }
    }
  });

  test('[C4.4] names are those of the contract, also where the run time or the language has them', () => {
    const names = ['Result', 'Fault', 'Uint64', 'Set', 'Number', 'Map', 'Codec'];
    const schemas = names.map((name) =>
      named(name, object({ codec: text(4), measureSet: literal('x'), undefined: safeUint, big: { kind: 'string', scalar: 'Uint64' } })),
    );
    const representation = representationOf([...schemas, named('All', object({ set: ref('Set'), result: nullable(ref('Result')) }))]);
    const value = { codec: 'a', measureSet: 'x', undefined: 1, big: '1' };
    const module = loadModule(representation);
    expect(names.map((name) => (module[`is${name}`] as (input: unknown) => boolean)(value))).toEqual(names.map(() => true));
    const [types] = emitTypes(representation);
    expect(types?.text).toContain("import type { SafeUint, Uint64 as Uint642 } from '@tidemark/codec/generated';");
    const [source] = emitDecoders(representation);
    expect(source?.text).toContain('Set as Set_');
  });
});
