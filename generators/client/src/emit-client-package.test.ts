import type { Node, Representation } from '@tidemark/model';
import { describe, expect, test } from 'vitest';
import { correlationFill } from './correlation.ts';
import { emitClientPackage } from './index.ts';
import { samples } from './testing/samples.ts';
import { docComment, namesStatement, quote } from './text.ts';
import { literal } from './value.ts';

const { representation: corners, inputs } = samples['corner-cases'] ?? expect.unreachable('no case');
const textOf = (representation: Representation, path: string): string =>
  emitClientPackage(representation, inputs).find((file) => file.path === path)?.text ?? '';

describe('[C4.4] names are the contract’s, and collisions are resolved or refused', () => {
  test('a schema keeps its name, the endpoint’s type gets another', () => {
    const endpoints = textOf(corners, 'src/endpoints.ts');
    expect(endpoints).toContain('export interface GetThingCall {');
    expect(endpoints).toContain('export type WatchThingsStreamEvent =');
  });

  test('a parameter keeps its name unless an option or another parameter has it', () => {
    const descriptor = textOf(corners, 'src/descriptor.ts');
    for (const row of [
      "{ name: 'id', in: 'path', required: true },",
      "{ name: 'signal', property: 'pathSignal', in: 'path', required: true },",
      "{ name: 'id', property: 'queryId', in: 'query', required: false, repeated: true },",
      "{ name: 'retry', property: 'queryRetry', in: 'query', required: false, repeated: true },",
      "{ name: 'x-mood', in: 'header', required: false },",
      "parameters: [{ name: 'cursor', property: 'queryCursor', in: 'query', required: false }],",
    ]) {
      expect(descriptor).toContain(row);
    }
  });

  const [operation] = corners.operations;
  const [error] = corners.errors;
  if (operation === undefined || error === undefined) expect.unreachable('no endpoint');

  test('a name whose every ending is taken gets a number', () => {
    const codes = ['out_of_range', 'outOfRange', 'out__of_range', 'out_of__range'].map((code) => ({ ...error, code }));
    const files = emitClientPackage({ ...corners, errors: [...corners.errors, ...codes] }, inputs);
    const classes = files.find(({ path }) => path === 'src/errors.ts')?.text.match(/(?<=export class )OutOf\w+/g);
    expect(classes).toEqual(['OutOfRangeError', 'OutOfRangeRefusal', 'OutOfRangeRefusal2', 'OutOfRangeRefusal3']);
  });

  const broken: readonly [string, Partial<Representation>, string][] = [
    [
      'an operation named as a member of every client',
      { operations: [{ ...operation, name: 'checkDescriptions' }] },
      '[reserved-name] checkDescriptions',
    ],
    ['an operation and a stream of one name', { operations: [{ ...operation, name: 'watchThings' }] }, '[name-collision] watchThings'],
    ['a limit that is not there', { limits: [] }, '[unknown-reference] limit bytes'],
    ['a schema that is not there', { schemas: [] }, '[unknown-reference] Ask'],
  ];
  test.each(broken)('%s is refused', (_, change, message) => {
    expect(() => emitClientPackage({ ...corners, ...change }, inputs)).toThrow(
      expect.objectContaining({ name: 'ClientError', message: expect.stringContaining(`${message}: `) as string }),
    );
  });
});

describe('[C4.2] the client fills in a correlation only where every value fits', () => {
  const cases: readonly [string, Node, 'text' | 'number' | undefined][] = [
    ['free text', { kind: 'string', maxLength: 64 }, 'text'],
    ['text of the right pattern', { kind: 'string', pattern: '^[a-z0-9-]{1,36}$', maxLength: 36 }, 'text'],
    ['bounded UTF-8', { kind: 'string', scalar: 'Utf8', maxBytes: 17 }, 'text'],
    ['text that is too short', { kind: 'string', maxLength: 16 }, undefined],
    ['text that is too long', { kind: 'string', minLength: 3, maxLength: 64 }, undefined],
    ['bytes that are too few', { kind: 'string', scalar: 'Utf8', maxBytes: 16 }, undefined],
    ['digits only', { kind: 'string', pattern: '^[0-9]+$', maxLength: 36 }, undefined],
    ['a pattern with a short limit', { kind: 'string', pattern: '^[a-z0-9]{1,8}$', maxLength: 36 }, undefined],
    ['a digest', { kind: 'string', scalar: 'Sha256' }, undefined],
    ['a counting number', { kind: 'number', integer: true, minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'number'],
    ['a small number', { kind: 'number', integer: true, minimum: 0, maximum: 255 }, undefined],
    ['a number that starts higher', { kind: 'number', integer: true, minimum: 2 }, undefined],
    ['an even number', { kind: 'number', integer: true, multipleOf: 2 }, undefined],
    ['null', { kind: 'null' }, undefined],
  ];
  test.each(cases)('%s', (_, node, expected) => {
    const schemas = [
      {
        name: 'Ask',
        node: { kind: 'object', properties: [{ name: 'id', required: true, node }], additional: false } as const,
        examples: [],
        recursive: false,
      },
    ];
    expect(correlationFill({ ...corners, schemas }, 'Ask', 'id')).toBe(expected);
    expect(correlationFill({ ...corners, schemas }, 'Ask', 'other')).toBeUndefined();
  });
});

describe('[C4.4] text is what the formatter leaves', () => {
  test('quotes', () => {
    expect([quote('a'), quote("it's"), quote(`"it's"`), quote('\u2028\n')]).toEqual(["'a'", '"it\'s"', "'\"it\\'s\"'", "'\\u2028\\n'"]);
  });

  test('docstrings end where they should, and wrap', () => {
    expect(docComment(['a */ b'])).toBe('/** a *\\/ b */\n');
    expect(docComment([undefined, ''])).toBe('');
    expect(
      docComment(['word '.repeat(60)], '  ')
        .split('\n')
        .every((row) => row.length <= 140),
    ).toBe(true);
    expect(docComment(['a\r\nb\n\nc'])).toBe('/**\n * a\n * b\n *\n * c\n */\n');
  });

  test('lists of names are sorted, and broken when too long', () => {
    expect(namesStatement('import', ['b', 'B', 'a'], './x.ts')).toBe("import { B, a, b } from './x.ts';");
    expect(namesStatement('import', ['a'.repeat(70), 'b'.repeat(70)], './x.ts').split('\n')).toHaveLength(4);
  });

  test('literals fit the width to the column', () => {
    const value = { a: ['x'.repeat(100)] };
    const flat = `{ a: ['${'x'.repeat(100)}'] }`;
    expect(literal(value, 140 - flat.length - 1)).toBe(flat);
    expect(literal(value, 140 - flat.length).split('\n')).toHaveLength(3);
  });
});
