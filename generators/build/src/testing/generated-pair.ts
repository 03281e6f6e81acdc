import { compileFunction } from 'node:vm';
import { join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Contract } from '@tidemark/contract';
import { represent, type Representation } from '@tidemark/model';
import ts from 'typescript';
import { emit, type Emission } from '../emit.ts';
import { VERSION } from '../version.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Generated files that are never on disk stand here for the compiler. */
const base = join(root, 'generators/build/node_modules/.strange');
const source = (path: string): string => join(root, 'packages', path);
const RUN_TIME: Readonly<Record<string, string>> = {
  '@tidemark/codec/generated': source('codec/src/generated.ts'),
  '@tidemark/codec': source('codec/src/index.ts'),
  '@tidemark/transport/generated': source('transport/src/generated.ts'),
  '@tidemark/transport': source('transport/src/index.ts'),
  '@tidemark/gateway': source('gateway/src/index.ts'),
};

/** The two packages of one contract, as text. */
export interface Pair {
  readonly representation: Representation;
  readonly emission: Emission;
}

export function pairOf(contract: Contract): Pair {
  const representation = represent(contract);
  return { representation, emission: emit(representation, { workspace: false, version: VERSION }) };
}

function typescriptOf(name: string, files: Emission['client']): (readonly [string, string])[] {
  return files.filter(({ path }) => path.endsWith('.ts')).map(({ path, text }) => [`${name}/${path}`, text] as const);
}

/** TypeScript of both packages by path: `notes-client/src/index.ts`. */
export function sourcesOf({ representation: { id }, emission }: Pair): Readonly<Record<string, string>> {
  return Object.fromEntries([...typescriptOf(`${id}-client`, emission.client), ...typescriptOf(`${id}-server`, emission.server)]);
}

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  lib: ['ES2022', 'ES2023.Array', 'ES2024.String', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'].map(
    (name) => `lib.${name.toLowerCase()}.d.ts`,
  ),
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  isolatedDeclarations: true,
  allowImportingTsExtensions: true,
  declaration: true,
  noEmit: true,
  skipLibCheck: true,
  customConditions: ['@tidemark/source'],
};

/** What the strict compiler says of pairs, all in one program, none of them on disk. */
export function compilerFindings(pairs: readonly Pair[], more: Readonly<Record<string, string>> = {}): readonly string[] {
  const texts = new Map(
    Object.entries(Object.assign({}, more, ...pairs.map(sourcesOf)) as Record<string, string>).map(([path, text]) => [
      join(base, path),
      text,
    ]),
  );
  const paths: Record<string, string[]> = Object.fromEntries([
    ...Object.entries(RUN_TIME).map(([name, file]) => [name, [file]] as [string, string[]]),
    ...pairs.flatMap(({ representation: { id } }) =>
      ['types', 'decoders'].map((entry): [string, string[]] => [`${id}-client/${entry}`, [join(base, `${id}-client/src/${entry}.ts`)]]),
    ),
  ]);
  const options = { ...OPTIONS, paths };
  const host = ts.createCompilerHost(options);
  const overlay: ts.CompilerHost = {
    ...host,
    directoryExists: (folder) => folder.startsWith(base) || ts.sys.directoryExists(folder),
    realpath: (path) => (path.startsWith(base) ? path : (ts.sys.realpath?.(path) ?? path)),
    fileExists: (file) => texts.has(file) || host.fileExists(file),
    readFile: (file) => texts.get(file) ?? host.readFile(file),
    getSourceFile: (file, version, ...rest) => {
      const text = texts.get(file);
      return text === undefined ? host.getSourceFile(file, version, ...rest) : ts.createSourceFile(file, text, version);
    },
  };
  const program = ts.createProgram([...texts.keys()], options, overlay);
  return [...texts.keys()].flatMap((file) => {
    const found = program.getSourceFile(file);
    if (found === undefined) return [`${file.slice(base.length + 1)}: not read`];
    const all = [
      ...program.getSyntacticDiagnostics(found),
      ...program.getSemanticDiagnostics(found),
      ...program.getDeclarationDiagnostics(found),
    ];
    return all.map(({ start, messageText }) => {
      const line = found.getLineAndCharacterOfPosition(start ?? 0).line + 1;
      return `${file.slice(base.length + 1)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}

type Module = Readonly<Record<string, unknown>>;

/** Runs both packages of a pair against the run time's sources. */
export async function loadPair(
  pair: Pair,
): Promise<{ readonly client: Module; readonly server: Module; readonly decoders: Module; readonly gateway: Module }> {
  const texts = sourcesOf(pair);
  const { id } = pair.representation;
  const loaded = new Map<string, Module>();
  for (const [name, file] of Object.entries(RUN_TIME)) loaded.set(name, (await import(pathToFileURL(file).href)) as Module);
  const load = (path: string): Module => {
    const known = loaded.get(path);
    if (known !== undefined) return known;
    const exports: Record<string, unknown> = {};
    loaded.set(path, exports);
    const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
    const { outputText } = ts.transpileModule(texts[path] ?? '', { compilerOptions });
    const require = (wish: string): Module => {
      if (wish.startsWith('.')) return load(posix.join(posix.dirname(path), wish));
      const own = new RegExp(`^${id}-client/(types|decoders)$`).exec(wish)?.[1];
      return load(own === undefined ? wish : `${id}-client/src/${own}.ts`);
    };
    compileFunction(outputText, ['exports', 'require'])(exports, require);
    return exports;
  };
  return {
    client: load(`${id}-client/src/index.ts`),
    server: load(`${id}-server/src/index.ts`),
    decoders: load(`${id}-client/src/decoders.ts`),
    gateway: load('@tidemark/gateway'),
  };
}
