import { isMembers } from './json-text.ts';

/** A rule of the decoders that no JSON Schema vocabulary can say; `reason` says why. */
export interface StrictnessRule {
  /** The decoder's code. */
  readonly code: string;
  readonly reason: string;
  readonly breaks: (value: unknown, text: string) => boolean;
  /** Whether a value that somebody else parsed still shows it. */
  readonly inParsed: boolean;
}

/** Levels that decoders read unless told otherwise (packages/codec). */
const DEFAULT_LEVELS = 64;

/** Every rule by which a decoder may refuse what both printings accept. The judges share no code with the run time. */
export const strictnessRules: readonly StrictnessRule[] = [
  {
    code: 'lone-surrogate',
    reason: 'JSON Schema sees strings of code points and has no keyword for half a surrogate pair; UTF-8 cannot carry one (RFC 8259 8.2).',
    inParsed: true,
    breaks: (value) => some(value, (part) => typeof part === 'string' && /\p{Surrogate}/u.test(part)),
  },
  {
    code: 'duplicate-key',
    reason:
      'A validator sees the value after a parser has dropped all but the last of equal keys; only the text shows them (RFC 7493 2.3).',
    inParsed: false,
    breaks: (_, text) => hasDuplicateKey(text),
  },
  {
    code: 'forbidden-key',
    reason:
      'Where a schema says any JSON value, it cannot exclude one key at every depth; `__proto__` changes prototypes in careless readers.',
    inParsed: true,
    breaks: (value) => some(value, (part) => part === '__proto__', true),
  },
  {
    code: 'out-of-range',
    reason: 'A number beyond doubles is valid JSON; parsers give infinity for it, which a schema for any JSON value lets pass.',
    inParsed: true,
    breaks: (value) => some(value, (part) => typeof part === 'number' && !Number.isFinite(part)),
  },
  {
    code: 'too-deep',
    reason:
      'A recursive schema has no bound on depth; a decoder has one (64 levels unless told otherwise), so that no input exhausts the stack.',
    inParsed: true,
    breaks: (value) => levelsOf(value) > DEFAULT_LEVELS,
  },
];

/** Whether a part of the value satisfies a predicate: keys are parts too, or the only ones. */
function some(value: unknown, test: (part: unknown) => boolean, keysOnly = false): boolean {
  if (!keysOnly && test(value)) return true;
  if (Array.isArray(value)) return value.some((item) => some(item, test, keysOnly));
  return isMembers(value) && Object.entries(value).some(([key, member]) => test(key) || some(member, test, keysOnly));
}

/** Levels of arrays and objects. */
export function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Whether an object of a valid JSON text names a key twice, escapes resolved. */
export function hasDuplicateKey(text: string): boolean {
  const tokens = text.match(TOKEN) ?? [];
  const open: Set<string>[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (tokens[i + 1] === ':') {
      const key = JSON.parse(token) as string;
      if (open.at(-1)?.has(key) === true) return true;
      open.at(-1)?.add(key);
    }
  }
  return false;
}

/** The first rule that a value and its text break. */
export function brokenRule(value: unknown, text: string): StrictnessRule | undefined {
  return strictnessRules.find((rule) => rule.breaks(value, text));
}
