import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleDecoder } from './decode.bench.ts';
import { sample } from './decode-schema.ts';

/** Milliseconds from the import of a decoder to its first answer, in processes of their own. */
export interface FirstDecode {
  readonly name: string;
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

const PEERS: Readonly<Record<string, string>> = {
  ajv: "import { Ajv2020 } from 'ajv/dist/2020.js'; import { messageJsonSchema } from '%'; const check = new Ajv2020({ discriminator: true, strict: false }).compile(messageJsonSchema()); export const decode = (text) => check(JSON.parse(text));",
  'TypeBox Compile':
    "import Type from 'typebox'; import { Compile } from 'typebox/compile'; import { messageTypes } from '%'; const check = Compile(Type.Union(messageTypes())); export const decode = (text) => check.Check(JSON.parse(text));",
  zod: "import { messageZod } from '%'; const schema = messageZod(); export const decode = (text) => schema.safeParse(JSON.parse(text));",
  valibot:
    "import * as v from 'valibot'; import { messageValibot } from '%'; const schema = messageValibot(); export const decode = (text) => v.safeParse(schema, JSON.parse(text));",
};

/** [F1.2] The first decode in a fresh process, the module's loading included; each contender bundled for itself. */
export async function firstDecodeBench(options: { readonly rounds: number }): Promise<readonly FirstDecode[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-first-'));
  try {
    writeFileSync(join(folder, 'parse.mjs'), 'export const decode = JSON.parse;\n');
    const contenders = new Map([['JSON.parse', 'parse.mjs']]);
    const decoders = await bundleDecoder(folder);
    writeFileSync(join(folder, 'tidemark.mjs'), `export { decodeMessage as decode } from ${JSON.stringify(decoders)};\n`);
    contenders.set('tidemark', 'tidemark.mjs');
    for (const [name, source] of Object.entries(PEERS)) contenders.set(name, await bundlePeer(folder, name, source));
    return measure(folder, contenders, options.rounds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bundlePeer(folder: string, name: string, source: string): Promise<string> {
  const outfile = join(folder, `${name.replace(' ', '-')}.mjs`);
  const here = fileURLToPath(new URL('.', import.meta.url));
  await build({
    stdin: { contents: source.replace('%', './decode-schema.ts'), resolveDir: here, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outfile;
}

function measure(folder: string, contenders: ReadonlyMap<string, string>, rounds: number): readonly FirstDecode[] {
  const text = JSON.stringify(sample('order.created', 1, 0));
  const main = join(folder, 'main.mjs');
  writeFileSync(
    main,
    `const start = performance.now();\nconst { decode } = await import(process.argv[2]);\ndecode(${JSON.stringify(text)});\nprocess.stdout.write(String(performance.now() - start));\n`,
  );
  const times = new Map([...contenders.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, file] of contenders) {
      const path = file.startsWith('/') ? file : join(folder, file);
      times.get(name)?.push(Number(execFileSync(process.execPath, [main, path], { encoding: 'utf8' })));
    }
  }
  return [...times].map(([name, found]) => {
    const sorted = found.toSorted((a, b) => a - b);
    return { name, median: sorted[Math.floor(sorted.length / 2)] ?? 0, least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 };
  });
}
