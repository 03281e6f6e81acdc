const LARGEST_PREVIEW = 4096;
/** What is nested deeper is cut: it tells nobody anything, and bounds the recursion. */
const LARGEST_DEPTH = 32;
const CUT = '...';

/** The value as JSON-like text of at most `maxChars` characters (bounded to 0..4096). */
export function previewJson(value: unknown, maxChars: number): string {
  if (value === undefined) return '';
  const limit = Math.max(0, Math.min(LARGEST_PREVIEW, Math.trunc(maxChars) || 0));
  const out: Preview = { text: '', limit: limit + 1 };
  write(value, out, LARGEST_DEPTH);
  if (out.text.length <= limit) return out.text;
  const cut = out.text.slice(0, Math.max(0, limit - CUT.length)) + CUT.slice(0, limit);
  return cut.toWellFormed();
}

interface Preview {
  text: string;
  readonly limit: number;
}

function write(value: unknown, out: Preview, levels: number): void {
  if (out.text.length >= out.limit) return;
  if (typeof value === 'string') out.text += JSON.stringify(value.length > out.limit ? value.slice(0, out.limit) : value);
  else if (typeof value === 'function' || typeof value === 'symbol') out.text += typeof value;
  else if (typeof value !== 'object' || value === null) out.text += String(value);
  else if (levels === 0) out.text += CUT;
  else if (Array.isArray(value)) writeArray(value, out, levels - 1);
  else writeObject(value, out, levels - 1);
}

function writeArray(items: readonly unknown[], out: Preview, levels: number): void {
  out.text += '[';
  for (let i = 0; i < items.length && out.text.length < out.limit; i++) {
    if (i > 0) out.text += ',';
    write(items[i], out, levels);
  }
  out.text += ']';
}

function writeObject(object: object, out: Preview, levels: number): void {
  out.text += '{';
  let first = true;
  for (const key in object) {
    if (out.text.length >= out.limit) break;
    if (!Object.hasOwn(object, key)) continue;
    if (!first) out.text += ',';
    first = false;
    write(key, out, levels);
    out.text += ':';
    write((object as Record<string, unknown>)[key], out, levels);
  }
  out.text += '}';
}
