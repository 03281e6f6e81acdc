import { base64UrlToBytes, isBase64Url, isInt64, isSha256, isTimestamp, isUint64 } from '@tidemark/codec';
import type { ParameterDescriptor } from './descriptor.ts';
import { headerValues } from './headers.ts';
import type { Violation } from './error-answers.ts';
import type { HttpRequest } from './http-exchange.ts';
import { listFault, scalarFault } from './parameter-fault.ts';
import type { NumericNode, ParameterNode, ScalarNode, TextNode } from './parameter-node.ts';
import { parseQuery } from './query.ts';

export interface DecodedParameters {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
}

export type ParametersOutcome =
  | { readonly ok: true; readonly value: DecodedParameters }
  | { readonly ok: false; readonly problem: string; readonly violation: Violation };

/**
 * Decodes everything that travels as text outside the body. Strict: an unknown query key, a repeated key or header where one is allowed,
 * an empty value where the type admits none, and text that is not the type's one spelling are problems. A problem names the parameter, never its value.
 */
export function decodeParameters(parameters: readonly ParameterDescriptor[], request: HttpRequest): ParametersOutcome {
  const query = parseQuery(request.target);
  if (query === null) return problem('malformed-string', '/query', 'The query string is malformed.');
  const decoded = { path: record(), query: record(), headers: record() };
  const expected = new Set<string>();
  for (const parameter of parameters) {
    if (parameter.in === 'query') expected.add(parameter.name);
    const place = parameter.in === 'header' ? 'headers' : parameter.in;
    const texts = textsOf(parameter, request, query);
    if (texts.length === 0 && !parameter.required) continue;
    const value = parameterFromTexts(parameter.node, texts);
    if (value === undefined) return refusal(parameter, place, texts);
    decoded[place][parameter.name] = value;
  }
  for (const key of query.keys()) {
    if (!expected.has(key)) return problem('unknown-field', '/query', 'The query string has an unknown parameter.');
  }
  return { ok: true, value: decoded };
}

function refusal(parameter: ParameterDescriptor, place: string, texts: readonly string[]): ParametersOutcome {
  const { node } = parameter;
  const where = `The ${parameter.in} parameter ${JSON.stringify(parameter.name)}`;
  const path = `/${place}/${parameter.name}`;
  if (texts.length === 0) return problem('missing-field', path, `${where} is missing.`);
  if (texts.length > 1 && node.kind !== 'array') return problem('duplicate-key', path, `${where} is repeated.`);
  const code =
    node.kind === 'array'
      ? listFault(node, texts, (text) => scalarFromText(node.items, text) !== undefined)
      : scalarFault(node, texts[0] ?? '');
  return problem(code, path, `${where} is not what the description says.`);
}

function problem(code: string, path: string, text: string): ParametersOutcome {
  return { ok: false, problem: text, violation: { code, path } };
}

/** A value from its texts, or undefined when they are not the node's. `null` never travels as text. */
export function parameterFromTexts(node: ParameterNode, texts: readonly string[]): unknown {
  if (node.kind !== 'array') return texts.length === 1 ? scalarFromText(node, texts[0] ?? '') : undefined;
  if (texts.length < (node.minItems ?? 0) || texts.length > (node.maxItems ?? Number.POSITIVE_INFINITY)) return undefined;
  if (node.uniqueItems === true && new Set(texts).size !== texts.length) return undefined;
  const values = texts.map((text) => scalarFromText(node.items, text));
  return values.includes(undefined) ? undefined : values;
}

/** The text of a value, or undefined when the value is not the node's. The inverse of `parameterFromTexts` for one scalar. */
export function textFromScalar(node: ParameterNode, value: unknown): string | undefined {
  if (node.kind === 'array' || (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')) return undefined;
  const text = String(value);
  return scalarFromText(node, text) === value ? text : undefined;
}

function scalarFromText(node: ScalarNode, text: string): string | number | boolean | undefined {
  switch (node.kind) {
    case 'string':
      return isText(node, text) ? text : undefined;
    case 'number':
      return numberFromText(node, text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    default:
      return node.values.find((value): value is string | number | boolean => value !== null && String(value) === text);
  }
}

/** JSON's own number spelling, so that one value has few texts and `0x10`, ` 1`, `1e999` have none. */
const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const jsonInteger = /^-?(?:0|[1-9][0-9]*)$/;

function numberFromText(node: NumericNode, text: string): number | undefined {
  if (!(node.integer ? jsonInteger : jsonNumber).test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value) || Object.is(value, -0)) return undefined;
  if (node.integer && !Number.isSafeInteger(value)) return undefined;
  if (value < (node.minimum ?? -Infinity) || value > (node.maximum ?? Infinity)) return undefined;
  if (value <= (node.exclusiveMinimum ?? -Infinity) || value >= (node.exclusiveMaximum ?? Infinity)) return undefined;
  if (node.multipleOf !== undefined && !Number.isInteger(value / node.multipleOf)) return undefined;
  return value;
}

function isText(node: TextNode, text: string): boolean {
  if (!text.isWellFormed()) return false;
  if (node.maxBytes !== undefined && Buffer.byteLength(text) > node.maxBytes) return false;
  if (node.minLength !== undefined || node.maxLength !== undefined) {
    const length = Array.from(text).length;
    if (length < (node.minLength ?? 0) || length > (node.maxLength ?? Infinity)) return false;
  }
  if (node.pattern !== undefined && !patternOf(node.pattern).test(text)) return false;
  return hasScalarForm(node, text);
}

const patterns = new Map<string, RegExp>();

/** Patterns come from descriptors alone, so the map is as small as the contracts. */
function patternOf(source: string): RegExp {
  let pattern = patterns.get(source);
  if (pattern === undefined) {
    pattern = new RegExp(source, 'u');
    patterns.set(source, pattern);
  }
  return pattern;
}

function hasScalarForm(node: TextNode, text: string): boolean {
  switch (node.scalar) {
    case 'Uint64':
      return isUint64(text);
    case 'Int64':
      return isInt64(text);
    case 'Timestamp':
      return isTimestamp(text);
    case 'Sha256':
      return isSha256(text);
    case 'Base64Url':
      return isBase64Url(text) && isWithin(base64UrlToBytes(text).length, node.decodedBytes);
    default:
      return true;
  }
}

function isWithin(length: number, bounds: TextNode['decodedBytes']): boolean {
  return length === (bounds?.exact ?? length) && length <= (bounds?.max ?? length);
}

function textsOf(parameter: ParameterDescriptor, request: HttpRequest, query: ReadonlyMap<string, string[]>): readonly string[] {
  if (parameter.in === 'query') return query.get(parameter.name) ?? [];
  if (parameter.in === 'header') return headerValues(request.rawHeaders, parameter.name);
  const text = request.pathParameters[parameter.name];
  return text === undefined ? [] : [text];
}

/** Without a prototype: a parameter named `__proto__` is an ordinary key. */
function record(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
