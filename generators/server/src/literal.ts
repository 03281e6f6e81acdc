import { propertyKey, quote } from './names.ts';
import { WIDTH } from './text.ts';

/** An expression among data: the name of a decoder. */
export class Expression {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Literal = string | number | boolean | null | Expression | readonly Literal[] | LiteralObject;
export interface LiteralObject {
  /** Properties that are undefined are left out. */
  readonly [key: string]: Literal | undefined;
}

/**
 * A value as source text, broken as the formatter breaks it: on one line where that fits, else one member a line.
 * `column` is where the text begins, `pad` the indentation of the line, `trailer` what follows on its last line.
 */
export function literalText(value: Literal, column: number, pad: string, trailer = 1): string {
  const flat = flatText(value);
  if (flat !== undefined && column + flat.length + trailer <= WIDTH) return flat;
  const inner = `${pad}  `;
  if (isArray(value)) {
    if (value.every((item) => typeof item === 'number')) return filled(value, pad);
    const items = value.map((item) => `${inner}${literalText(item, inner.length, inner)},\n`);
    return `[\n${items.join('')}${pad}]`;
  }
  if (!isObject(value)) return flat ?? '';
  const rows = entriesOf(value).map(([name, member]) => {
    if (member instanceof Expression && member.text === name) return `${inner}${name},\n`;
    const start = `${inner}${propertyKey(name)}: `;
    return `${start}${literalText(member, start.length, inner)},\n`;
  });
  return `{\n${rows.join('')}${pad}}`;
}

/** Numbers go as many to a line as fit. */
function filled(numbers: readonly number[], pad: string): string {
  const rows: string[] = [];
  for (const number of numbers) {
    const last = rows.at(-1);
    const piece = `${number},`;
    if (last !== undefined && last.length + 1 + piece.length <= WIDTH) rows[rows.length - 1] = `${last} ${piece}`;
    else rows.push(`${pad}  ${piece}`);
  }
  return `[\n${rows.join('\n')}\n${pad}]`;
}

/** The text on one line, or undefined where the formatter never leaves it on one. */
function flatText(value: Literal): string | undefined {
  if (value instanceof Expression) return value.text;
  if (typeof value === 'string') return quote(value);
  if (isArray(value)) {
    if (breaksAlways(value)) return undefined;
    const items = value.map(flatText);
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
  }
  if (!isObject(value)) return String(value);
  const members = entriesOf(value).map(([name, member]) => [propertyKey(name), flatText(member)] as const);
  if (members.length === 0) return '{}';
  return members.some(([, text]) => text === undefined) ? undefined : `{ ${members.map(([name, text]) => `${name}: ${text}`).join(', ')} }`;
}

/** Several objects, each with several members, or several such arrays, stand one below the other. */
function breaksAlways(items: readonly Literal[]): boolean {
  if (items.length < 2) return false;
  return items.every((item) => isObject(item) && entriesOf(item).length > 1) || items.every((item) => isArray(item) && item.length > 1);
}

function entriesOf(value: LiteralObject): [string, Literal][] {
  return Object.entries(value).filter((entry): entry is [string, Literal] => entry[1] !== undefined);
}

function isArray(value: Literal): value is readonly Literal[] {
  return Array.isArray(value);
}

function isObject(value: Literal): value is LiteralObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Expression);
}
