/** Test helper: the three RFC 6902 operations that the fixtures use. */
import { pointerTokens, valueAt } from './json.ts';

export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

/** A patched copy. Throws where an operation names a place that is not there: a mutation that changes nothing proves nothing. */
export function applyPatch(document: unknown, patch: readonly PatchOperation[]): unknown {
  const copy: unknown = structuredClone(document);
  for (const { op, path, value } of patch) {
    const tokens = pointerTokens(path);
    const last = tokens.pop();
    const parent = valueAt(copy, path.slice(0, path.lastIndexOf('/')));
    if (last === undefined || typeof parent !== 'object' || parent === null) throw new Error(`no parent at ${path}`);
    if (op !== 'add' && !Object.hasOwn(parent, last)) throw new Error(`nothing at ${path}`);
    const index = last === '-' ? (parent as unknown[]).length : Number(last);
    if (Array.isArray(parent)) parent.splice(index, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [value]));
    else if (op === 'remove') delete (parent as Record<string, unknown>)[last];
    else (parent as Record<string, unknown>)[last] = value;
  }
  return copy;
}
