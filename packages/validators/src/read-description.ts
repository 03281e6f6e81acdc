import type { Finding } from './finding.ts';
import { isDeeperThan } from './input/depth.ts';
import { type DescriptionKind, descriptionKind } from './input/description-kind.ts';
import { externalReferences, withLocalReferences } from './input/external-references.ts';
import { parseText } from './input/parse-text.ts';
import type { JsonObject } from './json.ts';
import { ruleFinding } from './rules.ts';

export interface ReadOptions {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

export interface ReadResult {
  /** Absent when the document is refused before any validator sees it. */
  readonly description?: { readonly kind: DescriptionKind; readonly document: JsonObject };
  readonly findings: readonly Finding[];
}

const refused = (...findings: readonly Finding[]): ReadResult => ({ findings });

/** From hostile input to a bounded, plain JSON document of a known kind whose references stay inside. Reads nothing else. */
export async function readDescription(input: string | object, options: ReadOptions): Promise<ReadResult> {
  const text = typeof input === 'string' ? input : textOf(input);
  if (text === undefined) return refused(ruleFinding('document-malformed', '', 'the object has cycles or values that are not JSON'));
  // A character is at least one byte, so a longer string needs no count.
  if (text.length > options.maxBytes || Buffer.byteLength(text) > options.maxBytes)
    return refused(ruleFinding('document-too-large', '', `the text has more than ${options.maxBytes} bytes`));
  const parsed = await parseText(text);
  if (!parsed.ok) return refused(...parsed.findings);
  if (isDeeperThan(parsed.value, options.maxDepth))
    return refused(ruleFinding('document-too-deep', '', `the document nests deeper than ${options.maxDepth} levels`));
  const kind = descriptionKind(parsed.value);
  if ('reason' in kind) return refused(ruleFinding('not-a-description', '', kind.reason));
  const document = parsed.value as JsonObject;
  const outside = externalReferences(document);
  if (outside.some(({ rule }) => rule === 'external-reference')) return refused(...outside);
  return { description: { kind, document: withLocalReferences(document) }, findings: outside };
}

/** The JSON text of an object, which also drops getters, prototypes and shared nodes. */
function textOf(input: object): string | undefined {
  try {
    return JSON.stringify(input);
  } catch {
    return undefined;
  }
}
