import { describe, expect, test } from 'vitest';
import { ambientFacilities } from './checks/ambient-facilities.ts';
import { entryWeight } from './checks/entry-weight.ts';
import { exportsStyle } from './checks/exports-style.ts';
import { forbiddenText } from './checks/forbidden-text.ts';
import { importCycles } from './checks/import-cycles.ts';
import { importDirection } from './checks/import-direction.ts';
import { packageImports } from './checks/package-imports.ts';
import { sizeBudget } from './checks/size-budget.ts';
import { testHygiene } from './checks/test-hygiene.ts';
import { sortFindings } from './finding.ts';
import type { Check } from './finding.ts';
import { planted, published } from './planted.ts';

interface Row {
  readonly plant: string;
  readonly check: Check;
  readonly files: Readonly<Record<string, string | undefined>>;
  /** `path:line message`, in order. */
  readonly expected: readonly string[];
}

const DECODE = 'packages/codec/src/decode.ts';
// Spelt apart, so that this file does not hold what the check looks for.
const slash = '/';
const registry = 'registry';
const library = 'library';
const lines = (count: number): string => 'export const filler = 1;\n'.repeat(count);
const longFunction = `export function long(): number {\n${'  // step\n'.repeat(50)}  return 1;\n}\n`;

const LAYERS: readonly Row[] = [
  {
    plant: 'an upward import',
    check: importDirection,
    files: { [DECODE]: "import { server } from '@tidemark/gateway';\nexport const decode = server;\n" },
    expected: [`${DECODE}:1 packages/codec may not import packages/gateway; it may import no other package`],
  },
  {
    plant: 'an upward import of types only',
    check: importDirection,
    files: { [DECODE]: "export type { X } from '@tidemark/gateway';\n" },
    expected: [`${DECODE}:1 packages/codec may not import packages/gateway; it may import no other package`],
  },
  {
    plant: 'a dynamic upward import',
    check: importDirection,
    files: { [DECODE]: "export const decode = () => import('@tidemark/gateway');\n" },
    expected: [`${DECODE}:1 packages/codec may not import packages/gateway; it may import no other package`],
  },
  {
    plant: 'an upward import in a type position',
    check: importDirection,
    files: { [DECODE]: "export type T = import('@tidemark/gateway').Server;\n" },
    expected: [`${DECODE}:1 packages/codec may not import packages/gateway; it may import no other package`],
  },
  {
    plant: 'a relative import into another package',
    check: importDirection,
    files: { [DECODE]: "import { frame } from '../../wire/src/index.ts';\nexport const decode = frame;\n" },
    expected: [
      `${DECODE}:1 relative import of packages/wire/src/index.ts leaves the package packages/codec, so it bypasses the other package's exports and its layer`,
    ],
  },
  {
    plant: 'fastify outside the gateway',
    check: importDirection,
    files: { 'packages/wire/src/index.ts': "import type { FastifyInstance } from 'fastify';\nexport type X = FastifyInstance;\n" },
    expected: ['packages/wire/src/index.ts:1 packages/wire imports fastify, but only the gateway knows a socket'],
  },
  {
    plant: 'TypeBox behind the representation',
    check: importDirection,
    files: {
      'generators/decoders/package.json': published('@tidemark/decoders'),
      'generators/decoders/src/index.ts': "import Type from 'typebox/type';\nexport { Type };\n",
    },
    expected: [
      'generators/decoders/src/index.ts:1 generators/decoders imports typebox, but nothing behind the representation sees TypeBox',
    ],
  },
  {
    plant: 'a Node builtin in an isomorphic package',
    check: importDirection,
    files: { [DECODE]: "import { Buffer } from 'node:buffer';\nexport const decode = Buffer;\n" },
    expected: [`${DECODE}:1 packages/codec runs in browsers too, but imports the Node builtin node:buffer`],
  },
  {
    plant: 'a package that no layer names',
    check: importDirection,
    files: { 'packages/new/package.json': published('@tidemark/new'), 'packages/new/src/index.ts': 'export const a = 1;\n' },
    expected: ['packages/new/src/index.ts packages/new has no row in the layer table, so nothing says what it may import'],
  },
  {
    plant: 'a template that a command copies',
    check: importDirection,
    files: {
      'packages/wire/template/package.json': '{}',
      'packages/wire/template/src/a.ts': "import '__name__-server';\nexport default 1;\n",
    },
    expected: [],
  },
  {
    plant: 'an upward import by a test',
    check: importDirection,
    files: {
      'packages/codec/src/decode.test.ts':
        "import { server } from '@tidemark/gateway';\nimport '../../../fixtures/codec/x.json';\nserver;\n",
    },
    expected: ['packages/codec/src/decode.test.ts:1 packages/codec may not import packages/gateway; it may import fixtures/contracts/*'],
  },
];

const IMPORTS: readonly Row[] = [
  {
    plant: 'an undeclared dependency',
    check: packageImports,
    files: { 'packages/wire/src/index.ts': "import 'ajv/dist/2020.js';\n" },
    expected: [
      'packages/wire/src/index.ts:1 ajv is imported, but packages/wire/package.json does not declare it as a dependency that ships',
    ],
  },
  {
    plant: 'a shipped import that is only a development dependency',
    check: packageImports,
    files: {
      'packages/wire/package.json': published('@tidemark/wire', { devDependencies: { ajv: '8.20.0' } }),
      'packages/wire/src/index.ts': "import 'ajv';\n",
    },
    expected: [
      'packages/wire/src/index.ts:1 ajv is imported, but packages/wire/package.json does not declare it as a dependency that ships',
    ],
  },
  {
    plant: 'a stand-in that the build replaces, and one that it does not',
    check: packageImports,
    files: {
      'packages/wire/package.json': published('@tidemark/wire', { devDependencies: { ajv: '8.20.0' } }),
      'packages/wire/src/worker.ts': 'export {};\n',
      'packages/wire/src/worker.js': "import 'ajv';\n",
      'packages/wire/src/other.js': "import 'ajv';\n",
    },
    expected: [
      'packages/wire/src/other.js:1 ajv is imported, but packages/wire/package.json does not declare it as a dependency that ships',
    ],
  },
  {
    plant: 'a deep import past the exports',
    check: packageImports,
    files: {
      'packages/gateway/src/index.ts': "import { decode } from '@tidemark/codec/src/decode.ts';\nimport 'ws';\nexport { decode };\n",
    },
    expected: ['packages/gateway/src/index.ts:1 @tidemark/codec/src/decode.ts reaches past the exports of @tidemark/codec, which offers .'],
  },
  {
    plant: 'an idle dependency',
    check: packageImports,
    files: { 'packages/wire/package.json': published('@tidemark/wire', { dependencies: { ajv: '8.20.0' } }) },
    expected: ['packages/wire/package.json ajv is declared, but no file of packages/wire imports it'],
  },
  {
    plant: 'a cycle of value imports',
    check: importCycles,
    files: {
      'packages/wire/src/a.ts': "import { b } from './b.ts';\nexport const a = b;\n",
      'packages/wire/src/b.ts': "import { c } from './c.ts';\nexport const b = c;\n",
      'packages/wire/src/c.ts': "export { a as c } from './a.ts';\n",
    },
    expected: [
      'packages/wire/src/a.ts value imports form a cycle: packages/wire/src/a.ts -> packages/wire/src/b.ts -> packages/wire/src/c.ts -> packages/wire/src/a.ts',
    ],
  },
  {
    plant: 'a cycle that types close',
    check: importCycles,
    files: {
      'packages/wire/src/a.ts': "import { b } from './b.ts';\nexport const a = b;\n",
      'packages/wire/src/b.ts': "import type { a } from './a.ts';\nexport const b: typeof a = 1;\n",
    },
    expected: [],
  },
  {
    plant: 'an entry that reaches TypeBox through another package',
    check: entryWeight,
    files: {
      'packages/transport/package.json': published('@tidemark/transport', { dependencies: { '@tidemark/gateway': 'workspace:*' } }),
      'packages/transport/src/index.ts': "export { helper } from './helper.ts';\n",
      'packages/transport/src/helper.ts': "export { server as helper } from '@tidemark/gateway';\n",
    },
    expected: [
      'packages/gateway/src/index.ts entry . of packages/transport must run in a browser, but reaches ws by packages/transport/src/index.ts -> packages/transport/src/helper.ts -> packages/gateway/src/index.ts',
    ],
  },
  {
    plant: 'a Node global in an isomorphic package',
    check: entryWeight,
    files: { [DECODE]: 'const local = { process: 1 };\nexport const decode = [local.process, process.env];\n' },
    expected: [`${DECODE}:2 packages/codec runs in browsers too, but uses the Node global process`],
  },
];

const STYLE: readonly Row[] = [
  {
    plant: 'export * and a default export',
    check: exportsStyle,
    files: {
      'packages/codec/src/index.ts': "export * from './decode.ts';\nexport * as all from './decode.ts';\nexport default 1;\n",
      [DECODE]: 'export default function f(): void {}\n',
    },
    expected: [
      `${DECODE}:1 a default export has no name of its own`,
      'packages/codec/src/index.ts:1 `export *` makes an entry grow by accident',
      'packages/codec/src/index.ts:2 `export *` makes an entry grow by accident',
      'packages/codec/src/index.ts:3 a default export has no name of its own',
    ],
  },
  {
    plant: 'ambient time, chance and timers',
    check: ambientFacilities,
    files: {
      [DECODE]:
        'export const decode = [Date.now(), Math.random, new Date(), new Date(0)];\nsetTimeout(() => {}, 1);\nexport const wired = { later: setInterval };\n',
    },
    expected: [
      `${DECODE}:1 Date.now makes this code impossible to replay`,
      `${DECODE}:1 Math.random makes this code impossible to replay`,
      `${DECODE}:1 new Date() makes this code impossible to replay`,
      `${DECODE}:2 setTimeout makes this code impossible to replay`,
      `${DECODE}:3 setInterval makes this code impossible to replay`,
    ],
  },
  {
    plant: 'injected facilities, and the one file that names the real ones',
    check: ambientFacilities,
    files: {
      [DECODE]: 'export const decode = (setTimeout: (f: () => void) => void): void => setTimeout(() => {});\n',
      'packages/codec/src/platform.ts': 'export const now = Date.now;\n',
    },
    expected: [],
  },
  {
    plant: 'a long file and a long function',
    check: sizeBudget,
    files: { [DECODE]: lines(301), 'packages/wire/src/index.ts': longFunction },
    expected: [
      `${DECODE}:1 the file has 301 lines, the budget is 300`,
      'packages/wire/src/index.ts:1 function long has 53 lines, the budget is 50',
    ],
  },
  {
    plant: 'a thick adapter',
    check: sizeBudget,
    files: { 'packages/gateway/src/index.ts': `import 'x' ;\nimport { WebSocketServer } from 'ws';\n${lines(200)}` },
    expected: ['packages/gateway/src/index.ts:1 the file has 202 lines, the budget is 200'],
  },
  {
    plant: 'size exceptions: one that holds, one that is stale, one without a reason',
    check: sizeBudget,
    files: {
      [DECODE]: longFunction,
      'tools/checks/exceptions.json': JSON.stringify({
        size: [
          { path: DECODE, function: 'long', reason: 'one table, read from top to bottom' },
          { path: 'packages/wire/src/index.ts', reason: 'was long once upon a time' },
          { path: 'packages/gateway/src/index.ts', reason: '' },
        ],
      }),
    },
    expected: [
      'tools/checks/exceptions.json the exception for packages/gateway/src/index.ts gives no reason',
      'tools/checks/exceptions.json the exception for packages/wire/src/index.ts excuses nothing any more',
    ],
  },
  {
    plant: 'names of one machine, and its locale',
    check: forbiddenText,
    files: {
      'docs/a.md': `see ${slash}work/main/x\nand https://${registry}.npmjs.org/x\nand .${library}/x\nbut work/main, and the npm registry\n`,
      [DECODE]: "export const decode = 'a'.localeCompare('b');\nexport const b = 1; \n",
    },
    expected: [
      'docs/a.md:1 an absolute path of one machine',
      "docs/a.md:2 a package registry's host",
      "docs/a.md:3 a folder of one machine's set-up",
      `${DECODE}:1 output that depends on the locale of the machine`,
      `${DECODE}:2 trailing white space`,
    ],
  },
  {
    plant: 'a focused test, a bare toThrow and a sleep',
    check: testHygiene,
    files: {
      'packages/codec/src/a.test.ts':
        "test.only('a', () => {});\nexpect(f).toThrow();\nexpect(f).not.toThrow();\nexpect(f).toThrow('x');\nawait new Promise((done) => setTimeout(done, 5));\nawait new Promise((done) => { setTimeout(done, 5); });\n",
    },
    expected: [
      'packages/codec/src/a.test.ts:1 test.only hides every other test',
      'packages/codec/src/a.test.ts:2 a bare toThrow() passes on any error, a typing mistake included',
      'packages/codec/src/a.test.ts:5 a sleep guesses how fast the machine is',
      'packages/codec/src/a.test.ts:6 a sleep guesses how fast the machine is',
    ],
  },
];

describe('checks over sources find what was planted, and nothing else', () => {
  test.each([...LAYERS, ...IMPORTS, ...STYLE])('$check.name: $plant', async ({ check, files, expected }) => {
    const findings = sortFindings(await check.run(planted(files)));
    expect(findings.map((finding) => `${finding.path}${finding.line === undefined ? '' : `:${finding.line}`} ${finding.message}`)).toEqual(
      expected,
    );
    expect(findings.filter((finding) => finding.fix.length < 8)).toEqual([]);
  });

  test.each([
    importDirection,
    packageImports,
    importCycles,
    entryWeight,
    exportsStyle,
    ambientFacilities,
    sizeBudget,
    forbiddenText,
    testHygiene,
  ])('$name: the clean workspace has no finding', async (check) => {
    expect(await check.run(planted())).toEqual([]);
  });
});
