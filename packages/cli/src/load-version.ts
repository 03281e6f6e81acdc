import { readdir, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { CONFIG_FILE, loadContract, readConfig } from '@tidemark/build';
import { type Documents, documentsOf } from '@tidemark/build/emit';
import { represent } from '@tidemark/model';
import { readDescription } from '@tidemark/validators';
import { UsageError } from './command.ts';
import { readDescriptionText } from './read-description-text.ts';

/** A description of any origin may be this large and this deep; contracts are far below. */
const BOUNDS = { maxBytes: 16 * 1024 * 1024, maxDepth: 256 };

/**
 * One version of a contract: a contract module (`.ts`, `.js`), a project's configuration, a description (`.json`, `.yaml`),
 * or a folder that holds a configuration or descriptions.
 *
 * @throws {UsageError} when it is none of these, {BuildError} when a contract is invalid.
 */
export async function loadVersion(cwd: string, operand: string): Promise<Documents> {
  const path = resolve(cwd, operand);
  const kind = await stat(path).catch(() => undefined);
  if (kind === undefined) throw new UsageError(`${operand} does not exist.`);
  if (kind.isDirectory()) return loadFolder(cwd, operand, path);
  if (/\.[cm]?[jt]s$/.test(path)) return documentsOf(represent(await loadContract(path)));
  if (path.endsWith(CONFIG_FILE)) return loadConfigured(path);
  return loadDescription(cwd, operand);
}

async function loadFolder(cwd: string, operand: string, path: string): Promise<Documents> {
  const entries = await readdir(path);
  const found: Documents[] = [];
  for (const name of ['openapi', 'asyncapi']) {
    const file = ['.json', '.yaml', '.yml'].map((extension) => name + extension).find((candidate) => entries.includes(candidate));
    if (file !== undefined) found.push(await loadDescription(cwd, join(operand, file)));
  }
  if (found.length > 0) return Object.assign({}, ...found) as Documents;
  if (entries.includes(CONFIG_FILE)) return loadConfigured(join(path, CONFIG_FILE));
  throw new UsageError(`${operand} holds neither openapi.* or asyncapi.* nor ${CONFIG_FILE}.`);
}

async function loadConfigured(file: string): Promise<Documents> {
  const config = await readConfig(file);
  return documentsOf(represent(await loadContract(config.contract, config.export)));
}

async function loadDescription(cwd: string, operand: string): Promise<Documents> {
  if (!['.json', '.yaml', '.yml'].includes(extname(operand)))
    throw new UsageError(`${operand} is no description, contract or configuration.`);
  const { description, findings } = await readDescription(await readDescriptionText(cwd, operand), BOUNDS);
  if (description === undefined)
    throw new UsageError(`${operand} is no OpenAPI 3.x or AsyncAPI 3.x description: ${findings.map(({ message }) => message).join('; ')}.`);
  return { [description.kind.family]: description.document };
}
