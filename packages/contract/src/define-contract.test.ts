import { expect, test } from 'vitest';
import { type ContractDefinition, CONTRACT_ISSUES, ContractError, defineContract, isContract, Type } from './index.ts';
import { brokenCases } from './testing/broken-cases.ts';
import { brokenDefinition, sampleDefinition } from './testing/sample-definition.ts';

/** The issues of a definition as code, path and reason. */
function issuesOf(make: () => unknown): readonly (readonly [string, string, string])[] {
  try {
    make();
  } catch (error) {
    if (error instanceof ContractError) return error.issues.map(({ code, path, reason }) => [code, path, reason]);
    throw error;
  }
  return [];
}

test('[C1.1] the sample is valid, and every case below breaks it in one way', () => {
  expect(issuesOf(() => defineContract(sampleDefinition()))).toEqual([]);
});

for (const { what, issues, ...change } of brokenCases) {
  test(`[C1.2] ${issues[0]?.[0]}: ${what}`, () => {
    expect(issuesOf(() => defineContract(brokenDefinition(change)))).toEqual(issues);
  });
}

test('[C1.2] every code in the table is triggered by a case', () => {
  const triggered = new Set(brokenCases.flatMap(({ issues }) => issues.map(([code]) => code)));
  expect(Object.keys(CONTRACT_ISSUES).filter((code) => !triggered.has(code as never))).toEqual([]);
});

test('[C1.2] the error says what, where, why and how to mend it', () => {
  const definition = brokenDefinition({ set: { id: 'Notes' } });
  expect(() => defineContract(definition)).toThrow(
    new ContractError('Notes', [
      {
        code: 'malformed-name',
        path: '/id',
        reason: 'Notes is not kebab-case.',
        fix: 'Use the form that the reason states.',
      },
    ]),
  );
  expect(() => defineContract(definition)).toThrow(
    'Contract Notes is invalid:\n  /id: [malformed-name] Notes is not kebab-case. Fix: Use the form that the reason states.',
  );
});

const nothing = [undefined, null, true, 0, 'contract', [], () => undefined, Symbol('s'), 1n, new Date(0), new Map(), /x/, {}];
for (const value of nothing) {
  test(`[C1.2] ${typeof value} ${Object.prototype.toString.call(value)} is no contract, and says so`, () => {
    expect(() => defineContract(value as ContractDefinition)).toThrow(ContractError);
  });
}

test('[C1.2] any wrong JavaScript value anywhere gives a ContractError or is harmless, never another error', () => {
  const wrong = [
    null,
    undefined,
    7,
    'x',
    true,
    [],
    {},
    [null],
    () => 1,
    1n,
    NaN,
    new Date(0),
    {
      get trap() {
        return 1;
      },
    },
    Type.BigInt(),
  ];
  const places = everyPlace(sampleDefinition());
  // One value at each place keeps this short; the whole product takes a minute.
  const outcomes = places.map((place, index) => {
    const value = wrong[(index * 7) % wrong.length];
    const error = errorOf(() => defineContract(copyWith(sampleDefinition(), place, value)));
    return { place: place.join('/'), value: typeof value, outcome: error === undefined ? 'accepted' : error.constructor.name };
  });
  expect(outcomes.filter(({ outcome }) => outcome !== 'accepted' && outcome !== 'ContractError')).toEqual([]);
  expect(places.length).toBeGreaterThan(300);
  expect(outcomes.filter(({ outcome }) => outcome === 'ContractError').length).toBeGreaterThan(outcomes.length * 0.8);
});

test('[C1.1] the contract is deeply frozen, and nothing the author does later changes it', () => {
  const definition = sampleDefinition();
  const contract = defineContract(definition);
  const before = JSON.stringify(contract);
  expect(notFrozen(contract)).toEqual([]);
  definition.title = 'Other';
  (definition.schemas.Note as { maxProperties?: number }).maxProperties = 1;
  definition.operations.addNote.errors.push('other');
  Object.assign(definition.limits.bodyBytes, { value: 1 });
  expect(JSON.stringify(contract)).toBe(before);
  expect(Object.isFrozen(definition)).toBe(false);
});

test('[C1.1] what is shallowly frozen, a module namespace, or without prototype is read like any other object', async () => {
  const types = await import('./testing/type-module.ts');
  const definition = {
    ...sampleDefinition(),
    schemas: types,
    operations: Object.assign(Object.create(null) as object, {
      note: {
        method: 'GET' as const,
        path: '/note',
        summary: 'Read the note',
        access: 'public' as const,
        responses: { 200: { description: 'The note.', schema: types.Note, examples: { one: { summary: 'One', value: { text: 'x' } } } } },
        errors: ['forbidden'],
      },
    }),
    streams: {},
    sockets: {},
    examples: {},
  };
  const contract = defineContract(Object.freeze(definition));
  expect(Object.keys(contract.schemas)).toEqual(['Note']);
  expect(notFrozen(contract)).toEqual([]);
  expect([isContract(contract), isContract(definition), isContract(null)]).toEqual([true, false, false]);
});

test('[C1.1] a contract may be defined again from a contract', () => {
  const contract = defineContract(sampleDefinition());
  expect(JSON.stringify(defineContract({ ...contract, title: 'Renamed' }))).toBe(JSON.stringify({ ...contract, title: 'Renamed' }));
});

test('[C1.2] shared parts that would unfold without end are refused by size, quickly', () => {
  let tree: object = { leaf: 'x' };
  for (let level = 0; level < 60; level++) tree = { a: tree, b: tree };
  expect(issuesOf(() => defineContract(brokenDefinition({ set: { tags: tree } })))).toEqual([
    ['not-plain-data', '', 'The definition has more than 5000000 parts.'],
  ]);
});

function errorOf(act: () => unknown): Error | undefined {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  return undefined;
}

function notFrozen(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, part]) => notFrozen(part, `${path}/${key}`));
  return Object.isFrozen(value) ? inner : [path, ...inner];
}

function everyPlace(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, part]) => everyPlace(part, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

/** Copies the way to the place: types stand in several places, and only one of them is to change. */
function copyWith(whole: object, [step = '', ...rest]: readonly string[], value: unknown): ContractDefinition {
  const copy = Array.isArray(whole)
    ? [...(whole as unknown[])]
    : (Object.create(Object.getPrototypeOf(whole) as object, Object.getOwnPropertyDescriptors(whole)) as object);
  const part = rest.length === 0 ? value : copyWith((whole as Record<string, object>)[step] ?? {}, rest, value);
  Object.defineProperty(copy, step, { value: part, enumerable: true, writable: true, configurable: true });
  return copy as ContractDefinition;
}
