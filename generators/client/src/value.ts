import { propertyKey, quote, WIDTH } from './text.ts';

/** An identifier in the middle of data. */
export class Reference {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type Data = string | number | boolean | null | Reference | readonly Data[] | { readonly [key: string]: Data | undefined };
type DataObject = { readonly [key: string]: Data | undefined };

/**
 * A literal as the formatter leaves it. `column` is where it starts, `indent` the columns of its line, `after` what follows it on the line.
 * Objects at the top and those that do not fit are expanded; the formatter keeps both.
 */
export function literal(data: Data, column: number, indent = 0, after = 1): string {
  const flat = flatLiteral(data);
  if (flat !== undefined && column + flat.length + after <= WIDTH) return flat;
  if (Array.isArray(data))
    return expanded(
      '[',
      ']',
      data.map((item: Data) => literal(item, indent + 2, indent + 2)),
      indent,
    );
  const rows = entriesOf(data as DataObject).map(([key, value]) => {
    const head = `${propertyKey(key)}: `;
    return head + literal(value, indent + 2 + head.length, indent + 2) + narrowing(key, value);
  });
  return expanded('{', '}', rows, indent);
}

/** As `literal`, with the outermost object expanded in any case. */
export function expandedLiteral(data: DataObject): string {
  const rows = entriesOf(data).map(([key, value]) => `${propertyKey(key)}: ${literal(value, propertyKey(key).length + 4, 2)}`);
  return expanded('{', '}', rows, 0);
}

const INHERITED: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

/** The compiler takes what such a key holds for the member that every object has, and so literals in it for any text. */
function narrowing(key: string, value: Data): string {
  return INHERITED.includes(key) && typeof value === 'object' && value !== null && !(value instanceof Reference) ? ' as const' : '';
}

function expanded(open: string, close: string, rows: readonly string[], indent: number): string {
  const pad = ' '.repeat(indent);
  return `${open}\n${rows.map((row) => `${pad}  ${row},\n`).join('')}${pad}${close}`;
}

/** On one line; undefined where the formatter would break it: a list of several objects with several keys each. */
function flatLiteral(data: Data): string | undefined {
  if (data === null || typeof data === 'number' || typeof data === 'boolean') return String(data);
  if (typeof data === 'string') return quote(data);
  if (data instanceof Reference) return data.name;
  if (Array.isArray(data)) {
    const items = data as readonly Data[];
    if (items.length > 1 && items.every((item) => isWide(item))) return undefined;
    return join(items.map(flatLiteral), (parts) => `[${parts.join(', ')}]`);
  }
  const entries = entriesOf(data as DataObject);
  if (entries.length === 0) return '{}';
  const parts = entries.map(([key, value]) =>
    join([flatLiteral(value)], ([part]) => `${propertyKey(key)}: ${part}${narrowing(key, value)}`),
  );
  return join(parts, (all) => `{ ${all.join(', ')} }`);
}

function isWide(item: Data): boolean {
  return (
    typeof item === 'object' &&
    item !== null &&
    !(item instanceof Reference) &&
    !Array.isArray(item) &&
    entriesOf(item as DataObject).length > 1
  );
}

function join(parts: readonly (string | undefined)[], make: (parts: readonly string[]) => string): string | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? make(known) : undefined;
}

function entriesOf(data: DataObject): readonly (readonly [string, Data])[] {
  return Object.entries(data).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
}
