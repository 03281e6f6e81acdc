/** Text that stands in a value for itself: what `JSON.stringify` cannot write, such as `-0`, `1e400` or a key twice. */
export class RawText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An object or array of a corpus value. */
export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawText);
}

/** Compact JSON text of a value that may hold `RawText`. Lone surrogates are escaped, as `JSON.stringify` does; -0 stays. */
export function writeJson(value: unknown): string {
  if (value instanceof RawText) return value.text;
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (isMembers(value)) return writeMembers(Object.entries(value));
  return JSON.stringify(value);
}

/** Text of an object whose members are given one by one, so that a key may come twice. */
export function writeMembers(members: readonly (readonly [string, unknown])[]): string {
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`).join(',')}}`;
}

/** The same value with white space wherever JSON allows it. */
export function spaced(text: string): string {
  return outsideStrings(text, (part) => part.replaceAll(/[{}[\],:]/g, ' \n$&\t\r '));
}

/** The same value with every character of every string escaped. */
export function escaped(text: string): string {
  return text.replaceAll(STRING, escapedString);
}

function escapedString(token: string): string {
  const units = (JSON.parse(token) as string).split('');
  return `"${units.map((unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0')).join('')}"`;
}

const STRING = /"(?:[^"\\]|\\.)*"/g;

function outsideStrings(text: string, change: (part: string) => string): string {
  const strings = text.match(STRING) ?? [];
  return text
    .split(STRING)
    .map((part, i) => change(part) + (strings[i] ?? ''))
    .join('');
}
