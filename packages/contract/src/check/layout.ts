import type { IssueList } from '../issue.ts';
import type { JsonSchema } from '../json-schema.ts';
import { BINARY, DECODED_BYTES, SCALAR } from '../keywords.ts';
import type { Path } from '../path.ts';
import { literalValues } from '../union.ts';

/** Bytes of one fixed layout: far above every use, far below what one would not rather stream. */
const MAX_SIZE = 65_536;

interface Field {
  readonly name?: unknown;
  readonly offset?: unknown;
  readonly type?: unknown;
  readonly size?: unknown;
  readonly json?: unknown;
  readonly text?: unknown;
  readonly values?: unknown;
}

/** A binary layout and the struct that carries it say the same (R4.6). */
export function checkLayout(schema: JsonSchema, path: Path, issues: IssueList): void {
  const layout = schema[BINARY] as { readonly size?: unknown; readonly fields?: unknown } | undefined;
  if (layout === undefined) return;
  const at = [...path, BINARY];
  const fields = Array.isArray(layout.fields) ? (layout.fields as readonly (Field | null)[]) : [];
  const names = fields.map((field) => (typeof field?.name === 'string' ? field.name : ''));
  const refuse = (reason: string): void => issues.add('malformed-layout', at, reason);
  if (fields.length === 0) return refuse('A layout has at least one field.');
  // JavaScript moves such keys to the front of an object, so the author's order would not be the order of the layout.
  const moved = names.find((name) => /^(?:0|[1-9]\d*)$/.test(name));
  if (moved !== undefined) return refuse(`The field ${moved} has a number for a name, which loses its place.`);
  const listed = Object.keys(schema.properties ?? {});
  if (names.join() !== listed.join() || schema.required?.length !== listed.length || schema.additionalProperties !== false)
    return refuse('The fields are not those of the struct, all required, in order.');
  let offset = 0;
  for (const field of fields) {
    const fault =
      field?.offset === offset ? faultOf(field, schema.properties?.[String(field.name)] ?? {}) : 'is not where the last one ends';
    if (fault !== undefined) return refuse(`The field ${String(field?.name)} ${fault}.`);
    offset += Number(field?.size);
  }
  if (layout.size !== offset || offset > MAX_SIZE) refuse(`The size is not the sum of the fields, at most ${MAX_SIZE} bytes.`);
}

const SIZES: Readonly<Record<string, number>> = { u8: 1, u32: 4, u64: 8 };

function faultOf(field: Field, property: JsonSchema): string | undefined {
  const type = String(field.type);
  if (type === 'bytes') return bytesFault(field, property);
  if (!Object.hasOwn(SIZES, type) || field.size !== SIZES[type]) return 'is no u8, u32, u64 or bytes of the right size';
  if (type === 'u8') return byteFault(field.values, property);
  if (type === 'u32')
    return property[SCALAR] === 'SafeUint' && (property.maximum ?? Infinity) <= 0xffff_ffff ? undefined : 'is not a u32 in JSON';
  const scalar = field.json === 'safe-uint' ? 'SafeUint' : field.json === 'uint64' ? 'Uint64' : undefined;
  return scalar !== undefined && property[SCALAR] === scalar ? undefined : 'is not a u64 in JSON';
}

function bytesFault(field: Field, property: JsonSchema): string | undefined {
  if (!Number.isSafeInteger(field.size) || Number(field.size) < 1) return 'is not at least one byte long';
  if (field.text === 'sha256') return field.size === 32 && property[SCALAR] === 'Sha256' ? undefined : 'is no SHA-256 digest of 32 bytes';
  const decoded = property[DECODED_BYTES] as { readonly exact?: number } | undefined;
  return field.text === 'base64url' && decoded?.exact === field.size ? undefined : 'is not as many bytes in JSON';
}

function isByte(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
}

function byteFault(values: unknown, property: JsonSchema): string | undefined {
  const list: readonly unknown[] = Array.isArray(values) ? values : [];
  if (list.length === 0 || !list.every(isByte) || new Set(list).size !== list.length) return 'does not list distinct values from 0 to 255';
  const inJson = (property.anyOf ?? []).flatMap(literalValues);
  return inJson.join() === list.join() ? undefined : 'does not list the same values in JSON';
}
