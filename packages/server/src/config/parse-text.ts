import { parseDocument } from 'yaml';
import type { ConfigProblem } from './config-error.ts';

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: ConfigProblem };

/**
 * Reads a file's text: `.json` or a text that begins with a brace or bracket is JSON, everything else YAML 1.2. A repeated key is refused in both.
 * Messages name a place, never the text there: it may hold a secret.
 */
export function parseText(file: string, text: string): Parsed {
  const json = file.endsWith('.json') || (!/\.ya?ml$/.test(file) && /^\s*[[{]/.test(text));
  // JSON is YAML: read as such first, for the place of an error and for the keys that are repeated, which `JSON.parse` does not tell.
  const document = parseDocument(text, { version: '1.2', schema: json ? 'json' : 'core', strict: true, uniqueKeys: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = error.linePos?.[0] ?? { line: 1, col: 1 };
    const duplicate = error.code === 'DUPLICATE_KEY';
    const reason = `${duplicate ? 'A key is repeated' : `No ${json ? 'JSON' : 'YAML'} (${error.code.toLowerCase().replaceAll('_', ' ')})`} at line ${line}, column ${col}.`;
    return { ok: false, problem: { code: duplicate ? 'duplicate' : 'malformed', path: '', reason } };
  }
  try {
    return { ok: true, value: json ? (JSON.parse(text) as unknown) : (document.toJS({ maxAliasCount: 100 }) as unknown) };
  } catch {
    const reason = json ? 'It is YAML and no JSON, which its name says.' : 'Its aliases cannot be resolved within bounds.';
    return { ok: false, problem: { code: 'malformed', path: '', reason } };
  }
}
