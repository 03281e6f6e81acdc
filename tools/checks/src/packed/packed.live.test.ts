import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundleEverything } from './bundle.ts';
import { createConsumer, importEntries, typeCheck } from './consumer.ts';
import type { Packed } from './pack.ts';
import { runCommand } from './run-command.ts';
import { checkContents, checkPublint, checkTypes, contentProblems } from './tarball.ts';

let scratch = '';

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'tidemark-tarball-'));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

const ENTRY = { types: './dist/index.d.ts', default: './dist/index.js' };
const SOUND = {
  LICENSE: 'MIT',
  'README.md': '# codec\n',
  'dist/index.js': 'export const one = 1;\n',
  'dist/index.d.ts': 'export declare const one: number;\n',
};

/** Packs a package of these files as `packages/codec`, an isomorphic package, would be. */
function pack(files: Readonly<Record<string, string>>, more: Readonly<Record<string, unknown>> = {}): Packed {
  const manifest = {
    name: '@tidemark/codec',
    version: '0.1.0',
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    exports: { '.': ENTRY },
    files: ['dist'],
    engines: { node: '>=20.19' },
    ...more,
  };
  const dir = join(scratch, 'package');
  for (const [path, text] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest) })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  const ran = runCommand('npm', ['pack', '--ignore-scripts', '--loglevel=error', `--pack-destination=${scratch}`], dir);
  expect(ran).toEqual({ ok: true, status: 0, output: 'tidemark-codec-0.1.0.tgz' });
  return { name: '@tidemark/codec', target: { dir: 'packages/codec', manifest, generated: false }, tarball: join(scratch, ran.output) };
}

const codes = (messages: readonly string[]): string[] => messages.map((message) => message.split(':')[0] ?? '');

describe('packed packages', () => {
  test('[C4.5] a sound package has no finding', async () => {
    const packed = pack(SOUND);
    expect(checkContents(packed)).toEqual([]);
    expect(await checkPublint(packed)).toEqual([]);
    expect(await checkTypes(packed)).toEqual([]);
  });

  test('[C4.5] an entry whose file does not ship, and one without types, are found', async () => {
    const packed = pack(SOUND, {
      exports: { '.': { types: './dist/index.d.ts', default: './dist/gone.js' }, './untyped': './dist/index.js' },
    });
    expect(codes(await checkPublint(packed))).toEqual(['error FILE_DOES_NOT_EXIST']);
    expect(
      codes(
        await checkTypes({ ...pack({ ...SOUND, 'dist/untyped.js': '' }, { exports: { '.': ENTRY, './untyped': './dist/untyped.js' } }) }),
      ),
    ).toEqual(['UntypedResolution', 'UntypedResolution']);
  });

  test.each([
    {
      plant: 'the source condition',
      manifest: { exports: { '.': { '@tidemark/source': './src/index.ts' } } },
      expected: 'package.json names @tidemark/source; publishConfig.exports must replace exports',
    },
    {
      plant: 'a workspace dependency',
      manifest: { dependencies: { a: 'workspace:*' } },
      expected: 'package.json has a workspace: dependency that nobody else can resolve',
    },
    {
      plant: 'an install script',
      manifest: { scripts: { postinstall: 'x' } },
      expected: 'the install script postinstall would run on every installation',
    },
    { plant: 'a test', manifest: {}, files: ['dist/a.test.js'], expected: 'dist/a.test.js is for development and must not ship' },
    {
      plant: 'test support',
      manifest: {},
      files: ['dist/testing/a.js'],
      expected: 'dist/testing/a.js is for development and must not ship',
    },
  ])('[C4.5] $plant is found', ({ manifest, files = [], expected }) => {
    expect(contentProblems(['LICENSE', 'dist/index.js', ...files], JSON.stringify(manifest))).toEqual([expected]);
  });

  test('[C4.5] a package without a build or a licence is found', () => {
    expect(contentProblems(['package.json'], '{}')).toEqual(['LICENSE is missing', 'there is no dist: was it built?']);
  });

  test('[C4.5, C3.1] a stranger imports, type-checks and bundles it; Node types and evaluated code in a browser package are found', async () => {
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    const sound = pack(SOUND);
    const consumer = createConsumer(join(scratch, 'stranger'), [sound]);
    expect(consumer.entriesOf(sound)).toEqual(['@tidemark/codec']);
    expect(importEntries(consumer, sound)).toEqual({ ok: true, status: 0, output: '' });
    for (const resolution of ['node16', 'bundler'] as const) {
      expect(typeCheck(consumer, [sound], tsc, resolution, true)).toEqual({ ok: true, status: 0, output: '' });
    }
    expect((await bundleEverything(consumer, sound)).minified).toBeLessThan(200);

    const evaluates = "export const one = new Function('return 1')();\n";
    const bad = pack({ ...SOUND, 'dist/index.js': evaluates, 'dist/index.d.ts': 'export declare const one: NodeJS.Timeout;\n' });
    const other = createConsumer(join(scratch, 'other'), [bad]);
    expect(importEntries(other, bad).output).toContain('EvalError: Code generation from strings disallowed for this context');
    expect(typeCheck(other, [bad], tsc, 'bundler', true).output).toContain("error TS2503: Cannot find namespace 'NodeJS'.");
  });
});
