import type { Finding, ValidatorName } from '../finding.ts';
import { isObject, type JsonObject, valueAt } from '../json.ts';
import { couldNotJudge, ruleFinding } from '../rules.ts';
import { type AjvDialect, compileWithAjv } from '../schema/ajv-schemas.ts';
import { compileSchemaIndependently, releaseDocument } from '../schema/hyperjump.ts';
import type { SchemaCheck, SchemaError } from '../schema/schema-check.ts';
import { bareTarget, hasConstants, possibleMatches, type TaggedUnion, unionsOf } from '../schema/tagged-union.ts';

/** A schema as the validators that read its dialect compiled it. */
export interface CompiledSchema {
  readonly validator: ValidatorName;
  readonly check: SchemaCheck;
}

/** What one validator says of an instance; no error: it accepts it. */
export interface Verdict {
  readonly validator: ValidatorName;
  readonly errors: readonly SchemaError[];
}

export type Dialect = AjvDialect | 'oas-3.0' | 'unknown';

/** A union of unions is narrowed to this depth. */
const maxNestedUnions = 16;

/**
 * The document with what is left of each tagged union beside its `oneOf`, under a key that it does not use: so a validator can be asked about
 * the rest of the union without its members.
 */
function withFrames(document: JsonObject, unions: ReadonlyMap<string, TaggedUnion>): { document: JsonObject; frames: Map<string, string> } {
  let key = 'x-union-frames';
  while (Object.hasOwn(document, key)) key += '-';
  const framed = [...unions.values()].filter(({ frame }) => Object.keys(frame).length > 0);
  if (framed.length === 0) return { document, frames: new Map() };
  const frames = new Map(framed.map(({ pointer }, index) => [pointer, `/${key}/${index}`]));
  return { document: { ...document, [key]: framed.map(({ frame }) => frame) }, frames };
}

/** Compiles each schema of a document once per validator, and reports the ones that cannot be compiled, once each. */
export class SchemaAccess {
  readonly findings: Finding[] = [];
  /** Nothing in the document has an address, an anchor or a dialect of its own, so constants can be read off without a validator. */
  readonly hasOneScope: boolean;
  readonly #document: JsonObject;
  readonly #useHyperjump: boolean;
  readonly #compiled = new Map<string, Promise<readonly CompiledSchema[]>>();
  readonly #unions: ReadonlyMap<string, TaggedUnion>;
  readonly #frames: ReadonlyMap<string, string>;

  /** `useHyperjump` is false when hyperjump refused the whole document: it then compiles none of its schemas. */
  constructor(document: JsonObject, useHyperjump: boolean) {
    const { unions, hasOneScope } = unionsOf(document);
    this.#unions = unions;
    this.hasOneScope = hasOneScope;
    ({ document: this.#document, frames: this.#frames } = withFrames(document, this.#unions));
    this.#useHyperjump = useHyperjump;
  }

  /** No entry: no validator reads the dialect, or the schema is broken (which is a finding of its own). */
  compile(pointer: string, dialect: Dialect): Promise<readonly CompiledSchema[]> {
    const target = bareTarget(this.#document, pointer);
    const key = dialect + ' ' + target;
    const known = this.#compiled.get(key) ?? this.#compileAll(target, dialect);
    this.#compiled.set(key, known);
    return known;
  }

  /** What each validator says of an instance. Empty: no validator reads the dialect, or the schema is broken. */
  async judge(pointer: string, dialect: Dialect, instance: unknown): Promise<readonly Verdict[]> {
    const verdicts = new Map<ValidatorName, SchemaError[]>();
    for (const part of this.#deciding(pointer, dialect, instance)) {
      for (const { validator, check } of await this.compile(part, dialect))
        verdicts.set(validator, [...(verdicts.get(validator) ?? []), ...check(instance)]);
    }
    return [...verdicts].map(([validator, errors]) => ({ validator, errors }));
  }

  /** Whether the first validator of the dialect accepts an instance. */
  async accepts(pointer: string, dialect: Dialect, instance: unknown): Promise<boolean> {
    for (const part of this.#deciding(pointer, dialect, instance)) {
      const [first] = await this.compile(part, dialect);
      if (first === undefined || !first.check.accepts(instance)) return false;
    }
    return true;
  }

  /** The members of a `oneOf` that may accept an instance: no constant rules them out. `undefined`: every one may. */
  possibleMembers(pointer: string, dialect: Dialect, instance: unknown): readonly number[] | undefined {
    const union = hasConstants(dialect) ? this.#unions.get(pointer) : undefined;
    return union && possibleMatches(union.index, instance);
  }

  /**
   * The schemas that together decide about an instance as the one at `pointer` alone does. Of a tagged union these are the only member that no
   * constant rules out and what stands beside `oneOf`: to run all n members for an example of each takes n times n runs.
   */
  #deciding(pointer: string, dialect: Dialect, instance: unknown, depth = 0): readonly string[] {
    const target = bareTarget(this.#document, pointer);
    const [only, second] = this.possibleMembers(target, dialect, instance) ?? [];
    // A union may be its own member: its validator finds that out.
    if (only === undefined || second !== undefined || depth > maxNestedUnions) return [target];
    const frame = this.#frames.get(target);
    const member = this.#deciding(`${target}/oneOf/${only}`, dialect, instance, depth + 1);
    return frame === undefined ? member : [frame, ...member];
  }

  /** Forgets what the validators keep of the document. */
  release(): void {
    releaseDocument(this.#document);
  }

  async #compileAll(pointer: string, dialect: Dialect): Promise<readonly CompiledSchema[]> {
    const compiled: CompiledSchema[] = [];
    const attempt = async (validator: ValidatorName, compile: () => Promise<SchemaCheck>): Promise<void> => {
      try {
        compiled.push({ validator, check: guarded(await compile()) });
      } catch (error) {
        this.#reportBroken(pointer, validator, error);
      }
    };
    if (dialect === '2020-12' || dialect === 'draft-07') await attempt('ajv', () => compileWithAjv(this.#document, pointer, dialect));
    // hyperjump decodes fragments with decodeURI, which leaves %23: a pointer with a number sign cannot be said to it.
    if (this.#useHyperjump && !pointer.includes('#') && (dialect === '2020-12' || dialect === 'oas-3.0'))
      await attempt('hyperjump', () => compileSchemaIndependently(this.#document, pointer));
    return compiled;
  }

  /** The end of a compiler's stack says that schemas refer deeply, not that one is broken; every schema of such a chain meets it, so it is told once. */
  #gaveUp(pointer: string, validator: ValidatorName, error: RangeError): void {
    if (this.findings.some((finding) => finding.validator === validator && finding.rule === 'validator-failed')) return;
    this.findings.push(
      ruleFinding('validator-failed', this.#placeOf(pointer), couldNotJudge('this schema, and maybe others', error), validator),
    );
  }

  /** The document has no frames: what is wrong with one is wrong with its union. */
  #placeOf(pointer: string): string {
    const [place = pointer] = [...this.#frames].find(([, frame]) => frame === pointer) ?? [];
    return place;
  }

  #reportBroken(pointer: string, validator: ValidatorName, error: unknown): void {
    if (error instanceof Error && error.cause instanceof RangeError) return this.#gaveUp(pointer, validator, error.cause);
    const schema = valueAt(this.#document, pointer);
    const ownDialect = isObject(schema) && JSON.stringify(schema).includes('"$schema":');
    const place = this.#placeOf(pointer);
    const message = (error instanceof Error ? error.message : String(error)).replaceAll(pointer, place);
    this.findings.push(ruleFinding(ownDialect ? 'dialect-not-checked' : 'schema-not-compilable', place, message, validator));
  }
}

/** A schema that refers to itself without consuming input recurses for ever; the stack's end is then the answer. */
function guarded(check: SchemaCheck): SchemaCheck {
  const accepts = (value: unknown): boolean => {
    try {
      return check.accepts(value);
    } catch {
      return false;
    }
  };
  const explained = (value: unknown): ReturnType<SchemaCheck> => {
    try {
      return check(value);
    } catch (error) {
      return [{ pointer: '', keyword: '$ref', message: `cannot be evaluated: ${error instanceof Error ? error.message : String(error)}` }];
    }
  };
  return Object.assign(explained, { accepts });
}
