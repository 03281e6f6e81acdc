import { fingerprint, isMarked, type JsonSchema } from './json-schema.ts';

/**
 * Finds the name under which a type stands in `schemas`: by identity, or, because TypeBox clones a type when it is
 * made optional or read-only, by equal content.
 */
export class SchemaNames {
  readonly #byIdentity = new Map<JsonSchema, string>();
  readonly #byContent = new Map<string, string[]>();

  constructor(schemas: Readonly<Record<string, JsonSchema>>) {
    for (const [name, schema] of Object.entries(schemas)) {
      if (!this.#byIdentity.has(schema)) this.#byIdentity.set(schema, name);
      const content = fingerprint(schema);
      const names = this.#byContent.get(content);
      if (names === undefined) this.#byContent.set(content, [name]);
      else names.push(name);
    }
  }

  /** Whether this very type is a named one, and not a clone. */
  has(schema: JsonSchema): boolean {
    return this.#byIdentity.has(schema);
  }

  /** The name, `undefined` when the type is not named, or the list of names between which content cannot decide. */
  find(schema: JsonSchema): string | readonly string[] | undefined {
    const exact = this.#byIdentity.get(schema);
    if (exact !== undefined) return exact;
    const names = this.#byContent.get(fingerprint(schema));
    return names?.length === 1 ? names[0] : names;
  }

  /**
   * The name of a part of another type. Only the very type, or a marked clone of it, is meant: a plain `Type.Boolean()`
   * is not the named type that happens to be a boolean too.
   */
  findPart(schema: JsonSchema): string | undefined {
    if (!this.has(schema) && !isMarked(schema)) return undefined;
    const name = this.find(schema);
    return typeof name === 'string' ? name : undefined;
  }
}
