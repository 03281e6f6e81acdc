import { type Definitions, isPattern, type JsonSchema, type Path, UNBOUNDED } from '@tidemark/contract';
import { ModelError } from './model-error.ts';
import type { Documentation, Node } from './representation.ts';

/** Reads one part of a schema. */
export type Convert = (schema: JsonSchema | boolean, path: Path, scope: SchemaScope) => Node;

/** What a conversion needs to know of the schemas around it. */
export interface SchemaScope {
  /** The name under which a part of a schema is kept as a component, if it is. */
  readonly nameOf: (schema: JsonSchema) => string | undefined;
  /** What each reference means. */
  readonly definitions: Definitions;
  readonly convert: Convert;
  readonly convertShape: Convert;
  /** What is being written out now: a shape that holds itself would never end. */
  readonly open: Set<JsonSchema>;
  /** The component's name that stands for what a reference names, where it is another. */
  readonly componentOf?: (name: string) => string;
  /** Whether the schema is somebody else's: `$id` would then change what references mean, and tuples are `prefixItems`. */
  readonly isPlain?: true;
}

/** Documentation and the reason for a missing bound. */
export function common(schema: JsonSchema): { doc?: Documentation; unbounded?: string } {
  const doc: Documentation = {
    ...(typeof schema.title === 'string' ? { title: schema.title } : {}),
    ...(typeof schema.description === 'string' ? { description: schema.description } : {}),
    ...(schema.deprecated === true ? { deprecated: true as const } : {}),
  };
  const why = schema[UNBOUNDED];
  return { ...(Object.keys(doc).length > 0 ? { doc } : {}), ...(typeof why === 'string' ? { unbounded: why } : {}) };
}

/** An expression that the run time cannot compile is refused here, where its path is known. */
export function requirePattern(pattern: string, path: Path): void {
  if (!isPattern(pattern))
    throw new ModelError('unsupported-value', path, `The pattern ${pattern} is no ECMA-262 expression with the u flag.`);
}

/** The keyword where it has a numeric value. */
export function number<K extends string>(key: K, value: unknown): { readonly [P in K]?: number } {
  return typeof value === 'number' ? ({ [key]: value } as { readonly [P in K]?: number }) : {};
}
