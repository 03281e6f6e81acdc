import { represent, type Representation } from '@tidemark/model';
import { emitDecoders, emitTypes } from '@tidemark/decoders';
import { orders } from '@tidemark/orders-contract';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emitServerPackage } from './index.ts';
import { inputs, representationOf } from './testing/cases.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tidemark-server-'));
let errors: readonly CompilerError[] = [];
const cases: Readonly<Record<string, Representation>> = {
  'every-feature': representationOf('every-feature'),
  feed: representationOf('feed'),
  lobby: representationOf('lobby'),
  orders: represent(orders),
};

/** A complete set of handlers. */
const good = `
  import type { OrdersHandlers } from '../server/src/index.ts';
  import { notFound, revisionConflict } from '../server/src/index.ts';
  import { withId } from '@tidemark/gateway';
  import type * as types from '@example/orders-client/types';
  declare const order: types.Order;
declare const challenge: types.Challenge;
declare const signedIn: types.SignedIn;
  interface Clerk { readonly name: string }
  export const handlers: OrdersHandlers<Clerk> = {
    placeOrder: async (request, { principal }) => {
      if (principal.name === '') throw revisionConflict({ details: { revision: 1 } });
      return request.headers['idempotency-key'] === 'again' ? { status: 200, body: order } : { status: 201, headers: { location: '/' }, body: order };
    },
    getOrder: (request) => { if (request.path.orderId === 'x') throw notFound(); return order; },
    listOrders: ({ query }) => ({ orders: query.limit === 1 ? [order] : [], more: query.gift ?? false }),
    watchOrders: {
      open: async function* (_request, context) {
        yield withId(context.lastEventId ?? 'e1', { type: 'order-placed', v: 1, order } as const);
        yield { type: 'heartbeat', v: 1, at: '2026-03-01T09:30:00.000Z' };
      },
      terminal: (reason) => ({ type: 'stream-ended', v: 1, reason: reason === 'slow-consumer' ? reason : 'draining' }),
    },
    desk: {
      open: () => ({
        opening: { challenge: () => challenge, answer: ({ v }) => ({ ...signedIn, v }) },
        messages: {
          'get-order': ({ requestId }) => ({ type: 'order-found', v: 1, requestId, order, stamp: null }),
          'set-status': async ({ requestId, orderId }) => ({ type: 'status-set', v: 1, requestId, orderId, revision: 2 }),
          follow: (_message, connection) => { connection.send({ type: 'order-placed', v: 1, order }); },
        },
      }),
      terminal: () => ({ type: 'stream-ended', v: 1, reason: 'draining' }),
    },
  };`;

/** What is wrong, the text that becomes another, and the compiler's code. */
const broken = [
  ['an operation is missing', `getOrder: (request) => { if (request.path.orderId === 'x') throw notFound(); return order; },`, '', 2741],
  [
    'an operation returns another type',
    `({ orders: query.limit === 1 ? [order] : [], more: query.gift ?? false })`,
    `({ orders: [1], more: true })`,
    2322,
  ],
  ['a status lacks its header', `headers: { location: '/' }, `, '', 2322],
  ['a status is not declared', `status: 200,`, `status: 202,`, 2322],
  [
    'a stream lacks its terminal',
    `terminal: (reason) => ({ type: 'stream-ended', v: 1, reason: reason === 'slow-consumer' ? reason : 'draining' }),`,
    '',
    2741,
  ],
  [
    'a reply is no reply of its request',
    `type: 'order-found', v: 1, requestId, order, stamp: null`,
    `type: 'status-set', v: 1, requestId, orderId: 'x', revision: 2`,
    2322,
  ],
  ['a message has no handler', `follow: (_message, connection) => { connection.send({ type: 'order-placed', v: 1, order }); },`, '', 2741],
  [
    'a push is no message of the socket',
    `connection.send({ type: 'order-placed', v: 1, order })`,
    `connection.send({ type: 'order-lost', v: 1 })`,
    2322,
  ],
  ['error details have another shape', `details: { revision: 1 }`, `details: { revision: 'one' }`, 2322],
  ['a principal is used as another', `principal.name === ''`, `principal.subject === ''`, 2339],
] as const;

const events = [
  ['an id where the contract demands one', `const e: WatchOrdersEvent = { type: 'order-placed', v: 1, order };`],
  ['an id that only looks like one', `const e: WatchOrdersEvent = { id: '1', event: { type: 'order-placed', v: 1, order } };`],
  ['no id where the contract forbids one', `const e: WatchOrdersEvent = withId('1', { type: 'heartbeat', v: 1, at: '' } as const);`],
] as const;

const eventUse = (statement: string): string => `
  import type { WatchOrdersEvent } from '../server/src/index.ts';
  import { withId } from '@tidemark/gateway';
  import type * as types from '@example/orders-client/types';
  declare const order: types.Order;
  export const made = withId('1', { type: 'order-placed', v: 1, order } as const) satisfies WatchOrdersEvent;
  export ${statement}`;

const uses: Readonly<Record<string, string>> = {
  good,
  ...Object.fromEntries(broken.map(([, from, to], index) => [`broken${index}`, good.replace(from, to)])),
  ...Object.fromEntries(events.map(([, statement], index) => [`event${index}`, eventUse(statement)])),
};

beforeAll(() => {
  for (const [name, representation] of Object.entries(cases)) {
    write(`${name}/client`, [...emitTypes(representation), ...emitDecoders(representation)]);
    write(`${name}/server`, emitServerPackage(representation, inputs));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  for (const [name, text] of Object.entries(uses)) write('orders/use', [{ path: `${name}.ts`, text }]);
  errors = compile();
  writeFileSync(
    join(folder, '.oxfmtrc.json'),
    JSON.stringify({ ...config('.oxfmtrc.json'), ignorePatterns: ['**/*.md', '**/client/**', '**/use/**'] }),
  );
  const { plugins, rules, categories } = config('.oxlintrc.json');
  writeFileSync(
    join(folder, '.oxlintrc.json'),
    JSON.stringify({ plugins, rules, categories, ignorePatterns: ['**/client/**', '**/use/**'] }),
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function write(place: string, files: readonly { readonly path: string; readonly text: string }[]): void {
  for (const { path, text } of files) {
    const file = join(folder, place, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function config(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(root + name, 'utf8')) as Record<string, unknown>;
}

test('[C4.4] generated servers are what the formatter leaves', () => {
  expect(run('oxfmt', ['--check', ...Object.keys(cases)])).toBe('');
});

test('[C4.4] generated servers pass the lint of hand-written code', () => {
  expect(run('oxlint', ['--deny-warnings', ...Object.keys(cases)])).toBe('');
});

/** Nothing when the tool is content, else what it says. */
function run(tool: string, flags: readonly string[]): string {
  try {
    execFileSync(join(root, 'node_modules/.bin', tool), flags, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    return '';
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    return stdout + stderr;
  }
}

describe('types', () => {
  test.each(Object.keys(cases))('[C4.4] the server of %s is strict TypeScript with explicit types on every export', (name) => {
    expect(errorsBelow(`${name}/server/`)).toEqual([]);
    expect(errorsBelow(`${name}/client/`)).toEqual([]);
  });

  test('[C4.3] a complete set of handlers compiles', () => {
    expect(errorsBelow('').filter(({ file }) => !file.startsWith('orders/use/'))).toEqual([]);
    expect(errorsBelow('orders/use/good.ts')).toEqual([]);
  });

  test.each(broken.map(([title, from, , code], index) => ({ title, from, code, index })))(
    '[C4.3] it does not compile when $title',
    ({ from, code, index }) => {
      expect(good).toContain(from);
      expect(errorsIn(`orders/use/broken${index}.ts`)).toContain(code);
    },
  );

  test.each(events.map(([title], index) => ({ title, index })))('[C4.3] an event needs $title', ({ index }) => {
    expect(errorsIn(`orders/use/event${index}.ts`)).toEqual([2322]);
  });
});

interface CompilerError {
  readonly file: string;
  readonly code: number;
  readonly text: string;
}

/** The compiler's errors in files below a place. */
function errorsBelow(place: string): readonly CompilerError[] {
  return errors.filter(({ file }) => file.startsWith(place));
}

/** Codes of the compiler's errors in files below a place. */
function errorsIn(place: string): readonly number[] {
  return errorsBelow(place).map(({ code }) => code);
}

/** One program over everything: starting the compiler costs more than checking. */
function compile(): readonly CompilerError[] {
  const names = Object.keys(cases);
  const roots = [
    ...names.map((name) => join(folder, name, 'server/src/index.ts')),
    ...Object.keys(uses).map((name) => join(folder, 'orders/use', `${name}.ts`)),
  ];
  const source = (name: string): string[] => [join(root, 'packages', name)];
  const program = ts.createProgram(roots, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: [
      'lib.es2022.d.ts',
      'lib.es2023.array.d.ts',
      'lib.es2024.string.d.ts',
      'lib.dom.d.ts',
      'lib.dom.iterable.d.ts',
      'lib.dom.asynciterable.d.ts',
    ],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    isolatedModules: true,
    skipLibCheck: true,
    customConditions: ['@tidemark/source'],
    paths: {
      ...Object.fromEntries(names.map((name) => [`@example/${name}-client/*`, [join(folder, name, 'client/src/*.ts')]])),
      '@tidemark/codec/generated': source('codec/src/generated.ts'),
      '@tidemark/codec': source('codec/src/index.ts'),
      '@tidemark/gateway': source('gateway/src/index.ts'),
      '@tidemark/wire': source('wire/src/index.ts'),
    },
  });
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder));
  const isolated = own
    .filter(({ fileName }) => fileName.includes('/server/'))
    .flatMap(
      (file) =>
        ts.transpileDeclaration(file.text, {
          reportDiagnostics: true,
          fileName: file.fileName,
          compilerOptions: { isolatedDeclarations: true, declaration: true },
        }).diagnostics ?? [],
    );
  const checked = own.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);
  return [...program.getOptionsDiagnostics(), ...checked, ...isolated].map(({ file, code, messageText }) => ({
    text: ts.flattenDiagnosticMessageText(messageText, ' '),
    file: (file?.fileName ?? '').slice(folder.length + 1),
    code,
  }));
}
