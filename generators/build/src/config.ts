import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { BuildError } from './build-error.ts';
import { nearest } from './nearest.ts';

/** Name of the configuration file of a project. */
export const CONFIG_FILE = 'tidemark.config.json';

/** One contract's build: what is read, and where each part goes. Paths are absolute once read. */
export interface BuildConfig {
  /** The configuration file itself. */
  readonly file: string;
  /** TypeScript or JavaScript module that exports the contract. */
  readonly contract: string;
  /** Name of the export; absent: the only contract that the module exports. */
  readonly export?: string;
  /** Folder of openapi.{json,yaml} and asyncapi.{json,yaml}. */
  readonly descriptions: string;
  /** Folder of the client package. */
  readonly client: string;
  /** Folder of the server package. */
  readonly server: string;
  /** npm scope of the generated packages, with `@`; absent: none. */
  readonly scope?: string;
  /** The packages live in this repository's workspace: sources only, compiled with the others. */
  readonly workspace: boolean;
}

const KEYS = {
  contract: 'string',
  export: 'string',
  out: 'string',
  descriptions: 'string',
  client: 'string',
  server: 'string',
  scope: 'string',
  workspace: 'boolean',
} as const;
type RawConfig = { [K in keyof typeof KEYS]?: (typeof KEYS)[K] extends 'string' ? string : boolean };

/**
 * Reads a configuration (P3.4: an unknown key is refused with its path and the nearest known name).
 * Paths are relative to the file. `out` is the folder of all parts; `descriptions`, `client`, `server` place one elsewhere.
 *
 * @throws {BuildError} `config-not-found`, `invalid-config`
 */
export async function readConfig(file: string, out?: string): Promise<BuildConfig> {
  const raw = decodeConfig(file, await readText(file));
  const base = dirname(file);
  const folder = out === undefined ? resolve(base, raw.out ?? 'generated') : resolve(out);
  const at = (part: string | undefined, name: string): string =>
    part === undefined || out !== undefined ? resolve(folder, name) : resolve(base, part);
  return {
    file,
    contract: resolve(base, raw.contract ?? ''),
    ...(raw.export === undefined ? {} : { export: raw.export }),
    descriptions: at(raw.descriptions, '.'),
    client: at(raw.client, 'client'),
    server: at(raw.server, 'server'),
    ...(raw.scope === undefined ? {} : { scope: raw.scope }),
    workspace: raw.workspace ?? false,
  };
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new BuildError('config-not-found', [{ file, path: '', reason: `${(error as NodeJS.ErrnoException).code ?? 'Unreadable'}.` }], {
      cause: error,
    });
  }
}

function decodeConfig(file: string, text: string): RawConfig {
  const refuse = (path: string, reason: string): never => {
    throw new BuildError('invalid-config', [{ file, path, reason }]);
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse('', `It is not JSON: ${(error as Error).message}.`);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return refuse('', 'It is not an object.');
  for (const [key, part] of Object.entries(value)) {
    if (!Object.hasOwn(KEYS, key)) refuse(`/${key}`, `The key is unknown; the nearest known one is ${nearest(key, Object.keys(KEYS))}.`);
    const expected = KEYS[key as keyof typeof KEYS];
    if (typeof part !== expected) refuse(`/${key}`, `A ${expected} is expected.`);
  }
  const config = value as RawConfig;
  if (config.contract === undefined) refuse('/contract', 'The contract file is not named.');
  if (config.scope !== undefined && !/^@[a-z0-9][a-z0-9._-]*$/.test(config.scope))
    refuse('/scope', 'An npm scope is @ and lower-case letters.');
  return config;
}
