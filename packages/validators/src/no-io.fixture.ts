/**
 * Child process of no-io.live.test.ts: validates documents that refer to a file and a server in every way that some validator follows,
 * by the front door and by each engine alone, with every door of node:fs and node:net watched. The watch itself is tried first.
 */
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { validateWithAsyncApiParser } from './engines/asyncapi-parser.ts';
import type { Description, Engine } from './engines/engine.ts';
import { validateWithAjv, validateWithHyperjump } from './engines/official-schemas.ts';
import { validateWithRedocly } from './engines/redocly.ts';
import { runChecks } from './checks/run-checks.ts';
import { baseDescription, fixtureText } from './fixtures.fixture.ts';
import { applyPatch } from './json-patch.fixture.ts';
import { validateDescription } from './validate-description.ts';

const [folder = '', address = ''] = process.argv.slice(2);
const targets = [`file://${folder}/sentinel.json`, 'sentinel.json#/info', `${address}#/info`];

const reads: string[] = [];
const connections: string[] = [];

function watch(object: object, names: readonly string[], seen: string[], tell: (argument: unknown) => string | undefined): void {
  for (const name of names) {
    const original = (object as Record<string, unknown>)[name];
    if (typeof original !== 'function') throw new Error(`there is no ${name} to watch`);
    (object as Record<string, unknown>)[name] = function (this: unknown, ...args: unknown[]): unknown {
      const what = tell(args[0]);
      if (what !== undefined) seen.push(`${name} ${what}`);
      return Reflect.apply(original, this, args);
    };
  }
}

/** Modules load late; their files are no part of validating. */
const isModule = (path: string): boolean =>
  path.includes('node_modules') || /\.(ts|mts|js|mjs|cjs)$|package\.json$|tsconfig\.json$/.test(path) || path.includes('tsx-');
const outside = (argument: unknown): string | undefined => {
  const path = String(argument);
  return typeof argument === 'number' || isModule(path) ? undefined : path;
};

/** Base description, place and value of every opening. */
function openings(target: string): (readonly [string, string, unknown])[] {
  return [
    ['openapi-3.2-sse', '/components/schemas/Order/properties/extra', { $ref: target }],
    ['openapi-3.2-sse', '/paths/~1more', { $ref: target }],
    ['openapi-3.2-sse', '/components/examples', { A: { externalValue: target } }],
    ['openapi-3.2-sse', '/components/schemas/OrderEvent/discriminator/mapping/bye', target],
    ['openapi-3.2-sse', '/components/schemas/Failure/$schema', target],
    ['openapi-3.2-sse', '/components/schemas/Line/$id', target],
    ['asyncapi-3.0-ws', '/components/schemas/Price/properties/note', { $ref: target }],
    ['asyncapi-3.0-ws', '/channels/more', { $ref: target }],
    ['asyncapi-3.0-ws', '/components/schemas/Quoted/$schema', target],
  ];
}

/** One description with all of its openings, for the engines; one for each opening, for the front door. */
function documentsFor(target: string): { readonly whole: object[]; readonly single: object[] } {
  const all = openings(target);
  const withOpenings = (base: string, chosen: typeof all): object =>
    applyPatch(
      baseDescription(base),
      chosen.map(([, path, value]) => ({ op: 'add', path, value })),
    ) as object;
  return {
    whole: ['openapi-3.2-sse', 'asyncapi-3.0-ws'].map((base) =>
      withOpenings(
        base,
        all.filter((opening) => opening[0] === base),
      ),
    ),
    single: all.map((opening) => withOpenings(opening[0], [opening])),
  };
}

async function tryEngines(document: object): Promise<void> {
  const family = Object.hasOwn(document, 'openapi') ? 'openapi' : 'asyncapi';
  const kind = (
    family === 'openapi' ? { family, version: '3.2.1', minor: '3.2' } : { family, version: '3.0.0', minor: '3.0' }
  ) as Description['kind'];
  const description: Description = { kind, document: document as Description['document'], preset: 'strict' };
  const engines: Engine[] = [validateWithRedocly, validateWithAjv, validateWithHyperjump, (input) => runChecks(input, true)];
  if (family === 'asyncapi') engines.push(validateWithAsyncApiParser);
  for (const engine of engines) await engine(description).catch(() => undefined);
}

// Everything is loaded and warm before the watch begins.
for (const name of ['openapi-3.0-pets.yaml', 'openapi-3.1-shop.yaml', 'openapi-3.2-sse.json', 'asyncapi-3.0-ws.json'])
  await validateDescription(fixtureText(`good/${name}`));
const documents = targets.map(documentsFor);
createRequire(import.meta.url)('node:http');
process.chdir(folder);

watch(
  fs,
  ['readFile', 'readFileSync', 'open', 'openSync', 'createReadStream', 'stat', 'statSync', 'lstatSync', 'existsSync', 'readdirSync'],
  reads,
  outside,
);
watch(fs.promises, ['readFile', 'open', 'stat', 'readdir'], reads, outside);
watch(net.Socket.prototype, ['connect'], connections, () => 'socket');
syncBuiltinESMExports();

fs.existsSync(`${folder}/sentinel.json`);
if (reads.splice(0).length !== 1) throw new Error('the watch does not see');

const rules: string[][] = [];
for (const { whole, single } of documents) {
  for (const document of whole) await tryEngines(document);
  for (const document of single) rules.push([...new Set((await validateDescription(document)).map(({ rule }) => rule))]);
}
process.stdout.write(JSON.stringify({ rules, reads, connections }));
