import { BINARY } from '../keywords.ts';
import { type CheckContext, schemasOf } from './context.ts';

/** What a client or a set of handlers has, or is asked for, without the contract: an endpoint of that name would be called in its place. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['checkDescriptions', 'a method of every client'],
  ['then', 'what await calls, so a client could not be awaited for'],
  ['toJSON', 'what JSON.stringify calls'],
  ...Object.getOwnPropertyNames(Object.prototype).map((name): [string, string] => [name, 'a member of every object']),
]);

/** Names that no member of a JSON object has in a contract. */
export const RESERVED_MEMBERS: ReadonlyMap<string, string> = new Map([
  ['__proto__', 'JSON readers lose it, and decoders refuse it in every map'],
  ['hasOwnProperty', 'readers of descriptions call it on schemas and examples, and fail'],
  ...['$ref', '$id', '$schema', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor', '$vocabulary'].map(
    (name): [string, string] => [name, 'readers of descriptions take it for the keyword of JSON Schema, in examples too'],
  ),
]);

/** Names that are free in the contract and not in the code that is generated from it. */
export function checkGeneratedNames(context: CheckContext): void {
  const { definition, issues } = context;
  for (const group of ['operations', 'streams', 'sockets'] as const) {
    for (const name of Object.keys(definition[group] ?? {})) {
      const meaning = MEMBERS.get(name);
      if (meaning !== undefined) issues.add('reserved-name', [group, name], `${name} is ${meaning}.`);
    }
  }
  checkTypeNames(context);
  checkErrorCodes(context);
}

function checkTypeNames(context: CheckContext): void {
  const { id } = context.definition;
  const schemas = schemasOf(context.definition);
  for (const name of Object.keys(context.definitions)) {
    if (name === `${folded(id)}Client` || name === `${folded(id)}Error`)
      context.issues.add('reserved-name', ['schemas', name], `${name} is a type of the client package.`);
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const beside = `${name}Binary`;
    if (schema[BINARY] !== undefined && Object.hasOwn(context.definitions, beside))
      context.issues.add('duplicate-name', ['schemas', beside], `decode${beside} decodes the binary form of ${name}.`);
  }
}

/** `a_1` and `a1` would be one class and one function. */
function checkErrorCodes({ definition, issues }: CheckContext): void {
  const seen = new Map<string, string>();
  for (const code of Object.keys(definition.errors)) {
    const name = folded(code);
    const other = seen.get(name);
    if (other !== undefined) issues.add('duplicate-name', ['errors', code], `${other} has the same name in generated code, ${name}.`);
    else seen.set(name, code);
  }
}

/** `not_found` gives `NotFound`, `line-items` gives `LineItems`. */
function folded(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
