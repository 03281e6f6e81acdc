import type { Result } from '@tidemark/codec/generated';
import { emitDecoders } from '@tidemark/decoders';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { build } from 'esbuild';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Compile } from 'typebox/compile';
import Type from 'typebox';
import * as v from 'valibot';
import { members, messageJsonSchema, messageRepresentation, messageTypes, messageValibot, messageZod, sample } from './decode-schema.ts';
import { compare, type Contender, type Ratio } from './rounds.ts';

type Decode = (text: string) => Result<unknown>;

/** [C3.6, F1, F1.1] Text to checked value, and refusing, as ratios to `JSON.parse` alone. */
export async function decodeBench(options: {
  readonly rounds: number;
  readonly roundMs: number;
}): Promise<Readonly<Record<string, readonly Ratio[]>>> {
  const decode = await loadDecoder();
  const contenders = validators();
  const results: Record<string, readonly Ratio[]> = {};
  for (const [name, texts] of Object.entries(workloads())) {
    const valid = !name.startsWith('invalid');
    results[name] = compare(
      [
        over('JSON.parse', texts, (text) => JSON.parse(text) as unknown),
        ...[{ name: 'tidemark', accepts: accepting(decode) }, ...contenders].map((contender) =>
          over(contender.name, texts, expecting(contender.accepts, valid, contender.name)),
        ),
      ],
      { ...options, now: cpuNanoseconds },
    );
  }
  return results;
}

/** Runs over the texts in turn, so that no contender sees one text only. */
function over(name: string, texts: readonly string[], work: (text: string) => unknown): Contender {
  let i = 0;
  return {
    name,
    run: () => {
      sink = work(texts[i] ?? '');
      i = i + 1 === texts.length ? 0 : i + 1;
    },
  };
}

/** CPU time of the process: unlike the wall clock, it does not count what other processes take from a shared machine. */
function cpuNanoseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

/** Keeps results reachable, so that no work is optimised away. */
export let sink: unknown;

function expecting(accepts: (text: string) => boolean, valid: boolean, name: string): (text: string) => boolean {
  return (text) => {
    if (accepts(text) !== valid) throw new Error(`${name} is wrong about ${text}`);
    return valid;
  };
}

function accepting(decode: Decode): (text: string) => boolean {
  return (text) => {
    const result = decode(text);
    if (!result.ok && (result.error.code === undefined || result.error.path === undefined)) throw new Error('no code or path');
    return result.ok;
  };
}

interface Validator {
  readonly name: string;
  readonly accepts: (text: string) => boolean;
}

function validators(): readonly Validator[] {
  const ajv = new Ajv2020({ discriminator: true, strict: false }).compile(messageJsonSchema());
  const typebox = Compile(Type.Union(messageTypes()));
  const zod = messageZod();
  const valibot = messageValibot();
  return [
    { name: 'ajv', accepts: (text) => ajv(JSON.parse(text)) },
    { name: 'TypeBox Compile', accepts: (text) => typebox.Check(JSON.parse(text)) },
    { name: 'zod', accepts: (text) => zod.safeParse(JSON.parse(text)).success },
    { name: 'valibot', accepts: (text) => v.safeParse(valibot, JSON.parse(text)).success },
  ];
}

function workloads(): Readonly<Record<string, readonly string[]>> {
  const tags = Object.keys(members);
  const mix = tags.flatMap((tag, i) => [0, 1, 2].map((seed) => JSON.stringify(sample(tag, i * 3 + seed + 1, 4))));
  return {
    small: ['heartbeat', 'order.delivered', 'order.cancelled'].flatMap((tag) =>
      [1, 2, 3].map((seed) => JSON.stringify(sample(tag, seed, 0))),
    ),
    mix,
    large: [1, 2, 3].map((seed) => JSON.stringify(sample('order.lines', seed, 60))),
    'invalid: unknown field': mix.map((text) => `${text.slice(0, -1)},"extra":1}`),
    'invalid: bad enum': tags
      .filter((tag) => 'currency' in (members[tag] ?? {}) || 'method' in (members[tag] ?? {}) || 'carrier' in (members[tag] ?? {}))
      .flatMap((tag) => [1, 2, 3].map((seed) => JSON.stringify({ ...sample(tag, seed, 0), ...badWord(tag) }))),
  };
}

function badWord(tag: string): object {
  const name = Object.entries(members[tag] ?? {}).find(([, field]) => field.kind === 'word')?.[0];
  return name === undefined ? {} : { [name]: 'nonsense' };
}

/** The decoder as an application has it: transpiled, and bundled with its run time. */
export async function loadDecoder(): Promise<Decode> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  try {
    const file = await bundleDecoder(folder);
    const module = (await import(pathToFileURL(file).href)) as { readonly tryDecodeMessage: Decode };
    return module.tryDecodeMessage;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function bundleDecoder(folder: string): Promise<string> {
  for (const { path, text } of emitDecoders(messageRepresentation())) writeFileSync(join(folder, path.replace('src/', '')), text);
  const outfile = join(folder, 'decoders.mjs');
  const source = fileURLToPath(new URL('../../../packages/codec/src/generated.ts', import.meta.url));
  await build({
    entryPoints: [join(folder, 'decoders.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    alias: { '@tidemark/codec/generated': source },
  });
  return outfile;
}
