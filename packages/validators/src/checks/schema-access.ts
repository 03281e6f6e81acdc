import type { Finding, ValidatorName } from '../finding.ts';
import { isObject, valueAt } from '../json.ts';
import { ruleFinding } from '../rules.ts';
import { type AjvDialect, compileWithAjv } from '../schema/ajv-schemas.ts';
import { compileSchemaIndependently } from '../schema/hyperjump.ts';
import type { SchemaCheck } from '../schema/schema-check.ts';

/** A schema as the validators that read its dialect compiled it. */
export interface CompiledSchema {
  readonly validator: ValidatorName;
  readonly check: SchemaCheck;
}

export type Dialect = AjvDialect | 'oas-3.0' | 'unknown';

/** Compiles each schema of a document once per validator, and reports the ones that cannot be compiled, once each. */
export class SchemaAccess {
  readonly findings: Finding[] = [];
  readonly #document: object;
  readonly #useHyperjump: boolean;
  readonly #compiled = new Map<string, Promise<readonly CompiledSchema[]>>();

  /** `useHyperjump` is false when hyperjump refused the whole document: it then compiles none of its schemas. */
  constructor(document: object, useHyperjump: boolean) {
    this.#document = document;
    this.#useHyperjump = useHyperjump;
  }

  /** No entry: no validator reads the dialect, or the schema is broken (which is a finding of its own). */
  compile(pointer: string, dialect: Dialect): Promise<readonly CompiledSchema[]> {
    const key = dialect + ' ' + pointer;
    const known = this.#compiled.get(key) ?? this.#compileAll(pointer, dialect);
    this.#compiled.set(key, known);
    return known;
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

  #reportBroken(pointer: string, validator: ValidatorName, error: unknown): void {
    const schema = valueAt(this.#document, pointer);
    const ownDialect = isObject(schema) && JSON.stringify(schema).includes('"$schema":');
    const message = error instanceof Error ? error.message : String(error);
    this.findings.push(
      ownDialect
        ? ruleFinding('dialect-not-checked', pointer, message, validator)
        : ruleFinding('schema-not-compilable', pointer, message, validator),
    );
  }
}

/** A schema that refers to itself without consuming input recurses for ever; the stack's end is then the answer. */
function guarded(check: SchemaCheck): SchemaCheck {
  return (value) => {
    try {
      return check(value);
    } catch (error) {
      return [{ pointer: '', keyword: '$ref', message: `cannot be evaluated: ${error instanceof Error ? error.message : String(error)}` }];
    }
  };
}
