import type { GeneratedFile, Representation } from '@tidemark/model';
import type { ClientInputs } from './inputs.ts';

/** Entry points of a client package, by the base name of their source. */
const ENTRIES = { '.': 'index', './decoders': 'decoders', './types': 'types' } as const;

export function packageName(representation: Representation, inputs: ClientInputs): string {
  return `${inputs.scope === undefined ? '' : `${inputs.scope}/`}${representation.id}-client`;
}

/** `package.json`, and in a workspace what compiles the sources. */
export function emitManifest(representation: Representation, inputs: ClientInputs): readonly GeneratedFile[] {
  const published = exportsOf(false);
  const runtime = inputs.workspace === true ? 'workspace:*' : inputs.runtimeVersion;
  const manifest = {
    name: packageName(representation, inputs),
    version: representation.version,
    description: `Client of ${representation.title}: ${representation.summary}`,
    license: representation.license.identifier,
    type: 'module',
    sideEffects: false,
    exports: inputs.workspace === true ? exportsOf(true) : published,
    files: ['dist'],
    ...(inputs.workspace === true
      ? { publishConfig: { access: 'public', exports: published }, scripts: { build: 'tsc -p tsconfig.build.json' } }
      : {}),
    engines: { node: '>=20.19' },
    // Generated code and its run time are released together: `generated` entry points promise nothing across versions.
    dependencies: { '@tidemark/codec': runtime, '@tidemark/transport': runtime },
  };
  const files = [{ path: 'package.json', text: `${JSON.stringify(manifest, null, 2)}\n` }];
  if (inputs.workspace === true) files.push({ path: 'tsconfig.build.json', text: compactJson(buildConfig) });
  return files;
}

function exportsOf(source: boolean): object {
  const entries = Object.entries(ENTRIES).map(([entry, base]) => [
    entry,
    { ...(source ? { '@tidemark/source': `./src/${base}.ts` } : {}), types: `./dist/${base}.d.ts`, default: `./dist/${base}.js` },
  ]);
  return Object.fromEntries(entries) as object;
}

/** Stands alone, so that the package compiles wherever in a workspace it lies. */
const buildConfig = {
  compilerOptions: {
    module: 'nodenext',
    moduleResolution: 'nodenext',
    target: 'es2022',
    lib: ['ES2022'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    isolatedDeclarations: true,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    skipLibCheck: true,
    rootDir: 'src',
    outDir: 'dist',
  },
  include: ['src'],
};

/** JSON as the formatter leaves it, `package.json` excepted: lists of words on one line. */
function compactJson(value: object): string {
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(/\[\n\s+("[^"\n]*"(?:,\n\s+"[^"\n]*")*)\n\s+\]/g, (_, items: string) => `[${items.replace(/,\n\s+/g, ', ')}]`)}\n`;
}
