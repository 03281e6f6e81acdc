import type { Finding } from '../finding.ts';
import { isObject, type JsonObject, pointerTo, stringAt } from '../json.ts';
import { ruleFinding } from '../rules.ts';

/** Members whose string value a validator would load from elsewhere. */
const referenceNames = ['$ref', '$dynamicRef', '$recursiveRef', 'operationRef'] as const;

/** Embedded JSON Schema resources, by absolute address: a reference to one of them stays in the document. */
function embeddedIds(document: unknown, base: string): Set<string> {
  const ids = new Set<string>();
  visit(document, (value) => {
    const id = stringAt(value, '$id');
    if (id !== undefined) ids.add(withoutFragment(resolve(id, base)));
  });
  return ids;
}

function visit(document: unknown, see: (value: JsonObject, pointer: string) => void, pointer = ''): void {
  if (Array.isArray(document)) document.forEach((item, index) => visit(item, see, pointerTo(pointer, index)));
  else if (isObject(document)) {
    see(document, pointer);
    for (const name of Object.keys(document)) visit(document[name], see, pointerTo(pointer, name));
  }
}

function resolve(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    return reference;
  }
}

const withoutFragment = (address: string): string => address.split('#', 1)[0] ?? '';

/** Where a document that does not say otherwise stands: an address that can never be fetched (RFC 6761 section 6.4). */
const nowhere = 'https://description.invalid/document';

/** References out of the document (`external-reference`) and examples outside it (`external-value`). Nothing is read. */
export function externalReferences(document: JsonObject): Finding[] {
  const self = resolve(stringAt(document, '$self') ?? '', nowhere);
  const inside = embeddedIds(document, self).add(withoutFragment(self));
  const findings: Finding[] = [];
  visit(document, (value, pointer) => {
    for (const name of referenceNames) {
      const reference = stringAt(value, name);
      if (reference === undefined || reference.startsWith('#') || inside.has(withoutFragment(resolve(reference, self)))) continue;
      findings.push(ruleFinding('external-reference', pointerTo(pointer, name), `"${reference.slice(0, 200)}" is outside this document`));
    }
    const external = stringAt(value, 'externalValue');
    if (external !== undefined)
      findings.push(ruleFinding('external-value', pointerTo(pointer, 'externalValue'), `"${external.slice(0, 200)}" was not read`));
  });
  return findings;
}

/** The document with references to its own `$self` address written as same-document references, and `externalValue` left out. */
export function withLocalReferences(document: JsonObject): JsonObject {
  const self = stringAt(document, '$self');
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (!isObject(value)) return value;
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      if (name === 'externalValue' && typeof value[name] === 'string') continue;
      const member = value[name];
      const local = self !== undefined && self !== '' && name === '$ref' && typeof member === 'string' && member.startsWith(self + '#');
      define(copy, name, local ? member.slice(self.length) : rewrite(member));
    }
    return copy;
  };
  return rewrite(document) as JsonObject;
}

/** Assignment would make `__proto__` the prototype instead of a member. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  else target[name] = value;
}
