import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { runNode } from './child.ts';
import { bundleDecoder } from './decode.bench.ts';
import { members, messageJsonSchema, sample } from './decode-schema.ts';
import { spread, table } from './results.ts';

/** Inside this package, so that the scripts find the peers. */
const FOLDER = fileURLToPath(new URL('../node_modules/.cache/cold-start/', import.meta.url));
const SOURCE = fileURLToPath(new URL('decode-schema.ts', import.meta.url));

/** F1.2: what a fresh process spends from its script's first line to its first decoded message, every dependency bundled. */
export async function coldStartBench({ rounds }: { readonly rounds: number }): Promise<string> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  try {
    const scripts = await writeScripts();
    const costs = new Map([...scripts.keys()].map((name) => [name, { script: [] as number[], cpu: [] as number[] }]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, file] of round % 2 === 0 ? scripts : [...scripts].toReversed()) {
        const cost = runNode([file], FOLDER);
        if (cost.status !== 0) throw new Error(`${name} failed:\n${cost.stderr}`);
        costs.get(name)?.script.push(cost.scriptMs);
        costs.get(name)?.cpu.push(cost.cpuMs);
      }
    }
    const bare = spread(costs.get('JSON.parse')?.cpu ?? []).median;
    const rows = [...costs].map(([name, { script, cpu }]) => {
      const wall = spread(script);
      return [name, wall.median.toFixed(1), `${wall.least.toFixed(1)}-${wall.most.toFixed(1)}`, (spread(cpu).median - bare).toFixed(0)];
    });
    return table(['first decode in a fresh process', 'ms', 'spread', 'CPU ms over JSON.parse'], rows);
  } finally {
    rmSync(FOLDER, { recursive: true, force: true });
  }
}

function accept(verdict: string): string {
  return `if (!(${verdict})) process.exit(1);`;
}

async function writeScripts(): Promise<ReadonlyMap<string, string>> {
  const [tag = 'heartbeat'] = Object.keys(members);
  const text = JSON.stringify(JSON.stringify(sample(tag, 1, 4)));
  const decoder = await bundleDecoder(FOLDER);
  const schema = JSON.stringify(messageJsonSchema());
  const sources: Readonly<Record<string, string>> = {
    'JSON.parse': accept(`JSON.parse(${text}).type`),
    tidemark: `import { tryDecodeMessage } from ${JSON.stringify(decoder)};\n${accept(`tryDecodeMessage(${text}).ok`)}`,
    valibot: `import * as v from 'valibot'; import { messageValibot } from ${JSON.stringify(SOURCE)};\n${accept(`v.safeParse(messageValibot(), JSON.parse(${text})).success`)}`,
    zod: `import { messageZod } from ${JSON.stringify(SOURCE)};\n${accept(`messageZod().safeParse(JSON.parse(${text})).success`)}`,
    ajv: `import { Ajv2020 } from 'ajv/dist/2020.js';\nconst check = new Ajv2020({ discriminator: true, strict: false }).compile(${schema});\n${accept(`check(JSON.parse(${text}))`)}`,
    'TypeBox Compile': `import Type from 'typebox'; import { Compile } from 'typebox/compile'; import { messageTypes } from ${JSON.stringify(SOURCE)};\n${accept(`Compile(Type.Union(messageTypes())).Check(JSON.parse(${text}))`)}`,
  };
  const scripts = new Map<string, string>();
  for (const [name, source] of Object.entries(sources)) {
    const file = join(FOLDER, `${name.replaceAll(/\W/g, '-')}.mjs`);
    writeFileSync(`${file}.ts`, source);
    await build({
      entryPoints: [`${file}.ts`],
      outfile: file,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'es2022',
      treeShaking: true,
      logLevel: 'error',
      banner: { js: CREATE_REQUIRE },
    });
    scripts.set(name, file);
  }
  return scripts;
}

/** ajv is CommonJS. */
const CREATE_REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;
