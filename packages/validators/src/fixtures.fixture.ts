/** Test helper: the validator fixtures by path. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PatchOperation } from './json-patch.fixture.ts';

const root = new URL('../../../', import.meta.url);

export function repositoryFile(path: string): string {
  return fileURLToPath(new URL(path, root));
}

export function fixtureText(name: string): string {
  return readFileSync(repositoryFile(`fixtures/validators/${name}`), 'utf8');
}

export function goodDescriptions(): string[] {
  return readdirSync(repositoryFile('fixtures/validators/good')).toSorted();
}

/** `openapi-3.2-sse` or `asyncapi-3.0-ws`: the two descriptions that mutations start from. */
export function baseDescription(name: string): object {
  return JSON.parse(fixtureText(`good/${name}.json`)) as object;
}

export interface Mutation {
  readonly id: string;
  readonly base: string;
  readonly fault: string;
  /** Why the validators with an empty list miss it. */
  readonly reason?: string;
  readonly patch: readonly PatchOperation[];
  readonly expected: Readonly<Record<string, readonly string[]>>;
}

export function mutations(): readonly Mutation[] {
  return (JSON.parse(fixtureText('mutations.json')) as { mutations: Mutation[] }).mutations;
}
