import type { NamedSchema, Node, NumberNode, ObjectNode, StringNode } from '@tidemark/model';

/**
 * A second, naive implementation of what a node accepts, for tests to compare with: it walks the node for every value and
 * shares nothing with the emitters or the run time.
 */
export function accepts(node: Node, value: unknown, schemas: ReadonlyMap<string, NamedSchema>): boolean {
  const inner = (child: Node, item: unknown): boolean => accepts(child, item, schemas);
  switch (node.kind) {
    case 'any':
      return acceptsAny(value, node.maxBytes ?? Infinity, node.maxDepth ?? Infinity);
    case 'never':
      return false;
    case 'null':
      return value === null;
    case 'boolean':
      return value === true || value === false;
    case 'literal':
      return node.values.includes(value as string);
    case 'number':
      return acceptsNumber(node, value);
    case 'string':
      return typeof value === 'string' && acceptsString(node, value);
    case 'array':
      if (!Array.isArray(value) || value.length < (node.minItems ?? 0) || value.length > (node.maxItems ?? Infinity)) return false;
      if (node.uniqueItems === true && new Set(value.map(sorted)).size !== value.length) return false;
      return value.every((item, i) => {
        const child = node.prefix[i] ?? node.items;
        return child !== false && inner(child, item);
      });
    case 'object':
      return acceptsObject(node, value, inner);
    case 'tagged': {
      const tag = isRecord(value) && Object.hasOwn(value, node.tag) ? value[node.tag] : undefined;
      const member = node.members.find((candidate) => candidate.value === tag);
      return member !== undefined && inner(member.node, value);
    }
    case 'choice':
      return node.branches.some((branch) => inner(branch, value));
    default: {
      const target = schemas.get(node.name);
      return target !== undefined && inner(target.node, value);
    }
  }
}

function acceptsAny(value: unknown, maxBytes: number, maxDepth: number): boolean {
  return (
    depthOf(value) <= maxDepth && Buffer.byteLength(JSON.stringify(value)) <= maxBytes && !JSON.stringify(value).includes('"__proto__":')
  );
}

function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
}

function acceptsNumber(node: NumberNode, value: unknown): boolean {
  if (typeof value !== 'number' || (node.integer && !Number.isInteger(value))) return false;
  if (value < (node.minimum ?? -Infinity) || value > (node.maximum ?? Infinity)) return false;
  if (value <= (node.exclusiveMinimum ?? -Infinity) || value >= (node.exclusiveMaximum ?? Infinity)) return false;
  return node.multipleOf === undefined || isMultiple(value, node.multipleOf);
}

/** Steps in these tests are 250 and hundredths. Numbers count as the decimals that they print as. */
function isMultiple(value: number, step: number): boolean {
  if (Number.isInteger(step)) return Number.isSafeInteger(value) ? value % step === 0 : Number.isInteger(value / step);
  return /^-?\d+(?:\.\d\d?)?$/.test(String(value));
}

function acceptsString(node: StringNode, value: string): boolean {
  const points = Array.from(value).length;
  if (points < (node.minLength ?? 0) || points > (node.maxLength ?? Infinity)) return false;
  if (Buffer.byteLength(value) > (node.maxBytes ?? Infinity)) return false;
  return node.pattern === undefined || new RegExp(node.pattern, 'u').test(value);
}

function acceptsObject(node: ObjectNode, value: unknown, inner: (child: Node, item: unknown) => boolean): boolean {
  if (!isRecord(value)) return false;
  const keys = Object.keys(value);
  if (keys.length < (node.minProperties ?? 0) || keys.length > (node.maxProperties ?? Infinity)) return false;
  const required = node.properties.filter((property) => property.required).map((property) => property.name);
  if (![...required, ...(node.alsoRequired ?? [])].every((name) => Object.hasOwn(value, name))) return false;
  return keys.every((key) => {
    const property = node.properties.find((candidate) => candidate.name === key);
    if (property !== undefined) return inner(property.node, value[key]);
    if (node.additional === false || key === '__proto__') return false;
    return (node.keys === undefined || acceptsString(node.keys, key)) && inner(node.additional, value[key]);
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  if (!isRecord(value)) return value === 0 ? '0' : JSON.stringify(value);
  const members = Object.keys(value).map((key) => `${JSON.stringify(key)}:${sorted(value[key])}`);
  return `{${members.toSorted().join()}}`;
}
