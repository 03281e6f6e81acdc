import type { Finding } from '../finding.ts';
import { hasDuplicateKeys } from './duplicate-keys.ts';
import { ruleFinding } from '../rules.ts';

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly findings: readonly Finding[] };

/** A YAML text may name its nodes again this many times in all: far above real use, far below a billion laughs. */
const maxAliases = 100;

/** Aliases are counted before expansion by the parser; this bounds what they may expand to, per byte of text. */
const maxExpansion = 64;

const refuse = (...findings: Finding[]): Parsed => ({ ok: false, findings });

/** Parses JSON or YAML text. Duplicate keys, several YAML documents, alias bombs and values that JSON lacks are refused. */
export async function parseText(text: string): Promise<Parsed> {
  const start = text.codePointAt(0) === 0xfeff ? text.slice(1) : text;
  if (/^[\s]*[[{]/.test(start)) {
    try {
      const value: unknown = JSON.parse(start);
      if (!hasDuplicateKeys(start, value)) return { ok: true, value };
    } catch {
      // Flow-style YAML starts with a brace too; its parser decides, and its messages name line and column.
    }
  }
  return parseYaml(start);
}

async function parseYaml(text: string): Promise<Parsed> {
  const { parseDocument } = await import('yaml');
  try {
    const document = parseDocument(text, { uniqueKeys: true, strict: true, logLevel: 'error', stringKeys: true });
    const problems = [...document.errors, ...document.warnings];
    if (problems.some(({ message }) => /call stack size|Stack overflow/.test(message))) return refuse(tooDeep());
    if (problems.length > 0) {
      return refuse(
        ...problems
          .slice(0, 20)
          .map((problem) =>
            ruleFinding(problem.code === 'DUPLICATE_KEY' ? 'duplicate-key' : 'document-malformed', '', firstLine(problem.message)),
          ),
      );
    }
    return plainJson(document.toJS({ maxAliasCount: maxAliases }), Math.max(text.length, 1024) * maxExpansion);
  } catch (error) {
    return refuse(yamlFailure(error));
  }
}

/** The parser recurses; it reports the end of its stack as an error at some position. */
function tooDeep(): Finding {
  return ruleFinding('document-too-deep', '', 'the text nests too deeply to be parsed');
}

function yamlFailure(error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError) return tooDeep();
  if (message.includes('circular structure')) return ruleFinding('yaml-cycle', '', 'an alias stands inside the node that it names');
  if (message.includes('alias')) return ruleFinding('yaml-aliases', '', firstLine(message));
  return ruleFinding('document-malformed', '', firstLine(message));
}

function firstLine(message: string): string {
  return message.split('\n')[0] ?? message;
}

/** A tree without shared nodes, dates, big integers or non-finite numbers: what JSON can carry. */
function plainJson(value: unknown, maxChars: number): Parsed {
  let chars = 0;
  const text = JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === 'number' && !Number.isFinite(member)) throw new TypeError('.inf and .nan are not JSON values');
    if (typeof member === 'bigint') throw new TypeError('an integer is outside the range of JSON numbers');
    chars += typeof member === 'string' ? member.length : 8;
    if (chars > maxChars) throw new TypeError('aliases expand beyond the limit');
    return member;
  });
  return text === undefined
    ? refuse(ruleFinding('document-malformed', '', 'the document is empty'))
    : { ok: true, value: JSON.parse(text) as unknown };
}
