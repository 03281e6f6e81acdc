/** Test helper: the diff fixtures, and the three RFC 6902 operations that they use. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Change } from './change.ts';
import type { Descriptions } from './diff-descriptions.ts';

export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

export interface Case {
  readonly name: string;
  readonly patches: { readonly openapi?: readonly PatchOperation[]; readonly asyncapi?: readonly PatchOperation[] };
  readonly expected: readonly Pick<Change, 'rule' | 'where' | 'direction' | 'consumer' | 'producer' | 'levels'>[];
}

export function repositoryFile(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(repositoryFile(path), 'utf8'));
}

export function baseDescriptions(): Required<Descriptions> {
  return { openapi: readJson('fixtures/diff/openapi.json') as object, asyncapi: readJson('fixtures/diff/asyncapi.json') as object };
}

export function cases(): readonly Case[] {
  return (readJson('fixtures/diff/changes.json') as { changes: Case[] }).changes;
}

/** A patched copy. Throws where an operation names a place that is not there. */
export function applyPatch(document: object, patch: readonly PatchOperation[] = []): object {
  const copy = structuredClone(document);
  for (const { op, path, value } of patch) {
    const tokens = path
      .slice(1)
      .split('/')
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = tokens.pop() ?? '';
    const parent = tokens.reduce<unknown>((at, token) => (at as Record<string, unknown> | undefined)?.[token], copy);
    if (typeof parent !== 'object' || parent === null) throw new Error(`no parent at ${path}`);
    if (op !== 'add' && !Object.hasOwn(parent, last)) throw new Error(`nothing at ${path}`);
    const index = last === '-' ? (parent as unknown[]).length : Number(last);
    if (Array.isArray(parent)) parent.splice(index, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [value]));
    else if (op === 'remove') delete (parent as Record<string, unknown>)[last];
    else (parent as Record<string, unknown>)[last] = value;
  }
  return copy;
}

export function patched({ patches }: Case): Required<Descriptions> {
  const base = baseDescriptions();
  return { openapi: applyPatch(base.openapi, patches.openapi), asyncapi: applyPatch(base.asyncapi, patches.asyncapi) };
}
