import { CanonicalError, type CanonicalErrorCode } from './errors.ts';

export interface CanonicalOptions {
  /** Levels of arrays and objects; default 64. Also what ends a value that contains itself. */
  readonly maxDepth?: number;
}

/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 code units, numbers as ECMAScript writes them, no white space. Equal values give equal text.
 * Text is emitted member by member: an object that was sorted first would still list integer-like keys in numeric order.
 *
 * @throws CanonicalError `non-finite-number`, `lone-surrogate`, `unsupported-type`, `not-a-plain-object`, `too-deep`
 */
export function canonicalJson(value: unknown, options: CanonicalOptions = {}): string {
  try {
    return emit(value, options.maxDepth ?? 64);
  } catch (error) {
    if (error instanceof Fault) throw new CanonicalError(error.code, error.path());
    throw error;
  }
}

/** Found deep inside; each level on the way out adds its key, so that a good value pays nothing for paths. */
class Fault extends Error {
  readonly code: CanonicalErrorCode;
  readonly #keys: (string | number)[] = [];

  constructor(code: CanonicalErrorCode) {
    super(code);
    this.code = code;
  }

  within(key: string | number): this {
    this.#keys.push(key);
    return this;
  }

  path(): string {
    return this.#keys
      .toReversed()
      .map((key) => `/${String(key).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('');
  }
}

function emit(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return emitString(value);
    case 'number':
      if (!Number.isFinite(value)) throw new Fault('non-finite-number');
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth === 0) throw new Fault('too-deep');
      return Array.isArray(value) ? emitArray(value, depth - 1) : emitObject(value, depth - 1);
    default:
      throw new Fault('unsupported-type');
  }
}

function emitString(text: string): string {
  if (!text.isWellFormed()) throw new Fault('lone-surrogate');
  return JSON.stringify(text);
}

function emitArray(items: readonly unknown[], depth: number): string {
  let text = '';
  for (let i = 0; i < items.length; i += 1) {
    try {
      text += (i === 0 ? '' : ',') + emit(items[i], depth);
    } catch (error) {
      throw error instanceof Fault ? error.within(i) : error;
    }
  }
  return `[${text}]`;
}

function emitObject(object: object, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(object);
  if ((prototype !== Object.prototype && prototype !== null) || Object.getOwnPropertySymbols(object).length > 0) {
    throw new Fault('not-a-plain-object');
  }
  let text = '';
  // The default order of sort is that of UTF-16 code units (RFC 8785 3.2.3).
  for (const key of Object.keys(object).toSorted()) {
    try {
      text += `${text === '' ? '' : ','}${emitString(key)}:${emit((object as Record<string, unknown>)[key], depth)}`;
    } catch (error) {
      throw error instanceof Fault ? error.within(key) : error;
    }
  }
  return `{${text}}`;
}
