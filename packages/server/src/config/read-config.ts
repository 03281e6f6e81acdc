import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ConfigError, type ConfigProblem } from './config-error.ts';
import { schemaProblems } from './check-schema.ts';
import { credentialProblems, crossProblems } from './cross-checks.ts';
import { type Environment, readEnvironment, withOverrides } from './environment.ts';
import { parseText } from './parse-text.ts';
import { resolveConfig } from './resolve.ts';
import { type ConfigFile, ConfigSchema, type CredentialRow, CredentialsSchema } from './schema.ts';
import type { ServerConfig } from './server-config.ts';

const MAX_BYTES = 1_048_576;

/**
 * Reads, checks and completes a configuration (P3.4): JSON or YAML, `TIDEMARK_*` variables over it.
 * Throws `ConfigError` with everything that is wrong.
 */
export async function readConfig(file: string, environment: Environment = {}): Promise<ServerConfig> {
  const path = resolve(file);
  const { overrides, problems } = readEnvironment(environment);
  refuse(file, problems);
  const value = withOverrides(parsed(file, await readText(path, file)), overrides);
  refuse(file, schemaProblems(ConfigSchema, value));
  const config = value as ConfigFile;
  const tokensFile = overrides.get('TIDEMARK_TOKENS_FILE');
  const credentials = tokensFile === undefined ? (config.credentials ?? []) : await readTokens(resolve(dirname(path), tokensFile));
  refuse(file, [...crossProblems(config), ...(tokensFile === undefined ? credentialProblems(credentials, '/credentials') : [])]);
  return resolveConfig(path, config, credentials);
}

async function readTokens(file: string): Promise<readonly CredentialRow[]> {
  const value = parsed(file, await readText(file, file));
  refuse(file, schemaProblems(CredentialsSchema, value));
  refuse(file, credentialProblems(value as readonly CredentialRow[], ''));
  return value as readonly CredentialRow[];
}

function parsed(file: string, text: string): unknown {
  const outcome = parseText(file, text);
  if (!outcome.ok) throw new ConfigError(file, [outcome.problem]);
  return outcome.value;
}

async function readText(path: string, shown: string): Promise<string> {
  try {
    const handle = await open(path, 'r');
    try {
      const { size } = await handle.stat();
      if (size > MAX_BYTES) throw new ConfigError(shown, [{ code: 'unreadable', path: '', reason: `It has ${size} bytes.` }]);
      return (await handle.readFile('utf8')).replace(/^\uFEFF/, '');
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(shown, [
      { code: code === 'ENOENT' ? 'not-found' : 'unreadable', path: '', reason: code === 'ENOENT' ? '' : `${code}.` },
    ]);
  }
}

function refuse(file: string, problems: readonly ConfigProblem[]): void {
  const [first, ...others] = problems;
  if (first !== undefined) throw new ConfigError(file, [first, ...others]);
}
