import type { ConfigProblem } from './config-error.ts';
import { isNearMiss, meant } from './nearest.ts';

/** Secrets and addresses that the environment may give instead of the file (P3.4). */
export const VARIABLES = {
  TIDEMARK_DATABASE: { key: '/database', description: 'The database, password included.' },
  TIDEMARK_HOST: { key: '/listen/host', description: 'Address of the main listener.' },
  TIDEMARK_PORT: { key: '/listen/port', description: 'Port of the main listener.' },
  TIDEMARK_ADMIN_HOST: { key: '/admin/host', description: 'Address of the administrative listener.' },
  TIDEMARK_ADMIN_PORT: { key: '/admin/port', description: 'Port of the administrative listener.' },
  TIDEMARK_TOKENS_FILE: { key: '/credentials', description: 'A file with the list of credentials, JSON or YAML.' },
  TIDEMARK_JWKS: { key: '/jwt/jwks', description: 'Public keys of signed tokens: a file or a URL.' },
} as const;
export type Variable = keyof typeof VARIABLES;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The overrides that are set and not empty. A name mistyped is refused; any other that begins with TIDEMARK_ belongs to somebody else. */
export function readEnvironment(environment: Environment): {
  readonly overrides: ReadonlyMap<Variable, string>;
  readonly problems: readonly ConfigProblem[];
} {
  const overrides = new Map<Variable, string>();
  const problems: ConfigProblem[] = [];
  for (const name of Object.keys(environment).toSorted((a, b) => (a < b ? -1 : 1))) {
    const value = environment[name];
    if (!name.startsWith('TIDEMARK_') || value === undefined || value === '') continue;
    if (Object.hasOwn(VARIABLES, name)) overrides.set(name as Variable, value);
    else if (isNearMiss(name, Object.keys(VARIABLES)))
      problems.push({ code: 'unknown-variable', path: name, reason: meant(name, Object.keys(VARIABLES)) });
  }
  return { overrides, problems };
}

/** The file's value with the overrides in their places; a place whose parent is of a wrong type is left for the schema to refuse. */
export function withOverrides(file: unknown, overrides: ReadonlyMap<Variable, string>): unknown {
  if (!isObject(file)) return file;
  const result: Record<string, unknown> = { ...file };
  for (const [name, value] of overrides) {
    const [, parent = '', key] = VARIABLES[name].key.split('/');
    if (name === 'TIDEMARK_TOKENS_FILE') continue;
    if (key === undefined) result[parent] = value;
    else if (isObject(result[parent] ?? {})) result[parent] = { ...(result[parent] as object | undefined), [key]: valueOf(key, value) };
  }
  return result;
}

function valueOf(key: string, text: string): unknown {
  return key === 'port' && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
