import type { Ajv } from 'ajv';
import { isObject, own } from '../json.ts';

const utf8 = new TextEncoder();

/** UTF-8 bytes: of the string itself where the schema's type is string, else of the value's compact JSON text. */
export function sizeInBytes(value: unknown, schema: unknown): number {
  const type = own(schema, 'type');
  const asText = typeof value === 'string' && (type === 'string' || (Array.isArray(type) && type.includes('string')));
  return utf8.encode(asText ? value : JSON.stringify(value)).length;
}

/** Levels of nesting: a scalar has none, `[]` one. */
export function depthOf(value: unknown): number {
  let level: unknown[] = [value];
  for (let depth = 0; ; depth++) {
    const next: unknown[] = [];
    let nested = false;
    for (const item of level) {
      if (!Array.isArray(item) && !isObject(item)) continue;
      nested = true;
      for (const child of Object.values(item)) next.push(child);
    }
    if (!nested) return depth;
    level = next;
  }
}

/** Makes `x-max-bytes` and `x-max-depth` assertions. They are annotations to every other reader of the schema. */
export function addByteBounds(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: 'x-max-bytes',
    validate: (bound: unknown, value: unknown, schema: unknown) => typeof bound !== 'number' || sizeInBytes(value, schema) <= bound,
    error: { message: 'must not have more UTF-8 bytes than x-max-bytes' },
  });
  ajv.addKeyword({
    keyword: 'x-max-depth',
    validate: (bound: unknown, value: unknown) => typeof bound !== 'number' || depthOf(value) <= bound,
    error: { message: 'must not nest deeper than x-max-depth' },
  });
}
