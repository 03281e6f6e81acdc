/**
 * Which package may import which: the last column of the layout table in ARCHITECTURE.md, as data. A folder pattern's `*` stands for
 * one path segment; the first row that matches a folder rules it. A package always may import itself.
 */
export interface Layer {
  readonly folder: string;
  /** Folder patterns of workspace packages. */
  readonly mayImport: readonly string[];
  /** What its tests may import on top; tests of every package may import `fixtures/**`. */
  readonly testsMayImport?: readonly string[];
}

const SERVICES = ['packages/host-events', 'packages/features', 'packages/station'];
const GENERATED_CLIENTS = ['packages/*-client', 'fixtures/contracts/*/client'];
const GENERATED_SERVERS = ['packages/*-server', 'fixtures/contracts/*/server'];
const CONTRACTS = ['specs/*', 'fixtures/contracts/*'];
const EMITTERS = [
  'generators/schema',
  'generators/openapi',
  'generators/asyncapi',
  'generators/decoders',
  'generators/client',
  'generators/server',
];

/** An emitter's tests write a contract, represent it, and run what comes out over the real run time. */
const EMITTER_TESTS = ['packages/contract', 'packages/codec', 'generators/*'];

export const LAYERS: readonly Layer[] = [
  { folder: 'specs/*', mayImport: ['packages/contract'], testsMayImport: ['generators/*', 'packages/*'] },
  { folder: 'fixtures/contracts/*', mayImport: ['packages/contract'], testsMayImport: ['generators/*', 'packages/*'] },
  { folder: 'fixtures/contracts/*/client', mayImport: ['packages/codec', 'packages/transport'] },
  { folder: 'fixtures/contracts/*/server', mayImport: ['packages/codec', 'packages/gateway', ...GENERATED_CLIENTS] },
  { folder: 'packages/contract', mayImport: [] },
  { folder: 'generators/model', mayImport: ['packages/contract'] },
  { folder: 'generators/schema', mayImport: ['generators/model'], testsMayImport: EMITTER_TESTS },
  {
    folder: 'generators/openapi',
    mayImport: ['generators/model', 'generators/schema'],
    testsMayImport: [...EMITTER_TESTS, 'packages/validators'],
  },
  {
    folder: 'generators/asyncapi',
    mayImport: ['generators/model', 'generators/schema'],
    testsMayImport: [...EMITTER_TESTS, 'packages/validators'],
  },
  { folder: 'generators/decoders', mayImport: ['generators/model'], testsMayImport: EMITTER_TESTS },
  {
    folder: 'generators/client',
    mayImport: ['generators/model'],
    testsMayImport: [...EMITTER_TESTS, 'packages/transport', 'packages/wire'],
  },
  { folder: 'generators/server', mayImport: ['generators/model'], testsMayImport: [...EMITTER_TESTS, 'packages/gateway', 'packages/wire'] },
  {
    folder: 'generators/build',
    mayImport: ['generators/model', ...EMITTERS, 'packages/contract', 'packages/canonical', 'packages/validators'],
    testsMayImport: ['packages/*', 'generators/*'],
  },
  { folder: 'packages/canonical', mayImport: [] },
  { folder: 'packages/codec', mayImport: [] },
  { folder: 'packages/wire', mayImport: [] },
  { folder: 'packages/validators', mayImport: ['packages/canonical'], testsMayImport: ['packages/contract', 'generators/*'] },
  { folder: 'packages/diff', mayImport: ['generators/model'], testsMayImport: ['packages/contract', 'generators/*'] },
  { folder: 'packages/delivery', mayImport: ['packages/canonical'] },
  { folder: 'packages/query-plan', mayImport: ['packages/canonical'] },
  { folder: 'packages/identity', mayImport: ['packages/canonical'] },
  { folder: 'packages/database', mayImport: [] },
  { folder: 'packages/log', mayImport: ['packages/database'] },
  ...SERVICES.map((folder) => ({
    folder,
    mayImport: ['packages/database', 'packages/log', 'packages/identity', 'packages/query-plan', ...GENERATED_CLIENTS],
  })),
  { folder: 'packages/gateway', mayImport: ['packages/wire', 'packages/codec'] },
  {
    folder: 'packages/hosts',
    mayImport: ['packages/gateway', ...SERVICES, 'packages/identity', ...GENERATED_SERVERS, ...GENERATED_CLIENTS],
    testsMayImport: ['packages/*'],
  },
  { folder: 'packages/transport', mayImport: ['packages/wire', 'packages/codec'], testsMayImport: ['packages/gateway'] },
  {
    folder: 'packages/client',
    mayImport: ['packages/transport', 'packages/delivery', 'packages/identity', ...GENERATED_CLIENTS],
    testsMayImport: ['packages/*'],
  },
  { folder: 'packages/react', mayImport: ['packages/client'] },
  { folder: 'packages/server', mayImport: ['packages/*'] },
  {
    folder: 'packages/cli',
    mayImport: [
      'generators/*',
      'packages/server',
      'conformance',
      'packages/contract',
      'packages/validators',
      'packages/diff',
      'packages/canonical',
    ],
    testsMayImport: ['packages/*', ...CONTRACTS],
  },
  { folder: 'packages/*-client', mayImport: ['packages/codec', 'packages/transport'] },
  { folder: 'packages/*-server', mayImport: ['packages/codec', 'packages/gateway', 'packages/*-client'] },
  { folder: 'conformance', mayImport: CONTRACTS },
  {
    folder: 'tools/*',
    mayImport: [
      'packages/*',
      'generators/*',
      'specs/*',
      'fixtures/contracts/*',
      ...GENERATED_CLIENTS,
      ...GENERATED_SERVERS,
      'conformance',
      'tools/*',
    ],
  },
];

/** Modules that only these folders may import, outside tests. */
export const GUARDED_MODULES: readonly {
  readonly modules: readonly string[];
  readonly folders: readonly string[];
  readonly why: string;
}[] = [
  {
    modules: ['fastify', 'ws'],
    folders: ['packages/gateway', 'packages/*-server', 'fixtures/contracts/*/server', 'packages/server', 'tools/*'],
    why: 'only the gateway knows a socket',
  },
  {
    modules: ['typebox'],
    folders: ['packages/contract', 'specs/*', 'fixtures/contracts/*', 'packages/server', 'tools/*'],
    // The server reads its configuration with it, before anything runs (P3.4).
    why: 'nothing behind the representation sees TypeBox',
  },
];

/** Run in Node, browsers and bundlers alike: no Node builtin, no Node global, and none reached through an import. Generated clients are added to these. */
export const ISOMORPHIC: readonly string[] = [
  'packages/canonical',
  'packages/codec',
  'packages/wire',
  'packages/delivery',
  'packages/transport',
  ...GENERATED_CLIENTS,
];

/** Reads a folder pattern. */
export function matchesFolder(pattern: string, folder: string): boolean {
  const wanted = pattern.split('/');
  const given = folder.split('/');
  return wanted.length === given.length && wanted.every((segment, index) => matchesSegment(segment, given[index] ?? ''));
}

export function matchesAny(patterns: readonly string[], folder: string): boolean {
  return patterns.some((pattern) => matchesFolder(pattern, folder));
}

export function layerOf(folder: string, layers: readonly Layer[] = LAYERS): Layer | undefined {
  return layers.find((layer) => matchesFolder(layer.folder, folder));
}

function matchesSegment(pattern: string, segment: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === segment;
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  return segment.length > before.length + after.length && segment.startsWith(before) && segment.endsWith(after);
}
