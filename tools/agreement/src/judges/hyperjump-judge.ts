import { value as valueOf } from '@hyperjump/browser';
import { registerSchema, type SchemaObject, validate } from '@hyperjump/json-schema/draft-2020-12';
import { addKeyword, defineVocabulary, loadDialect } from '@hyperjump/json-schema/experimental';
import { value as instanceValue } from '@hyperjump/json-schema/instance/experimental';
import type { JsonObject } from '@tidemark/schema';
import { isStringSchema, isWithinBytes, isWithinDepth } from './bounds.ts';

const BASE = 'https://tidemark.example/hyperjump';
const DIALECT = `${BASE}/dialect`;
const DRAFT = 'https://json-schema.org/draft/2020-12/vocab';

/** JSON Schema 2020-12 in which the byte and depth bounds assert. */
function defineDialect(): void {
  addKeyword<{ readonly bound: number; readonly ofString: boolean }>({
    id: `${BASE}/max-bytes`,
    compile: async (bound, _, parent) => ({
      bound: valueOf<number>(bound),
      ofString: isStringSchema(valueOf<{ readonly type?: unknown }>(parent).type),
    }),
    interpret: ({ bound, ofString }, instance) => isWithinBytes(bound, instanceValue(instance), ofString),
  });
  addKeyword<number>({
    id: `${BASE}/max-depth`,
    compile: async (bound) => valueOf<number>(bound),
    interpret: (bound, instance) => isWithinDepth(bound, instanceValue(instance)),
  });
  defineVocabulary(`${BASE}/bounds`, { 'x-max-bytes': `${BASE}/max-bytes`, 'x-max-depth': `${BASE}/max-depth` });
  const parts = ['core', 'applicator', 'validation', 'meta-data', 'format-annotation', 'content', 'unevaluated'];
  const vocabularies = Object.fromEntries(parts.map((part) => [`${DRAFT}/${part}`, true]));
  const draft = 'https://json-schema.org/draft/2020-12/schema';
  registerSchema({ $schema: draft, $dynamicAnchor: 'meta', $ref: draft }, DIALECT, draft);
  loadDialect(DIALECT, { ...vocabularies, [`${BASE}/bounds`]: true }, true);
}

let count = 0;

/** A validator of each component, by `@hyperjump/json-schema`, which shares no code with ajv. Formats annotate. */
export async function hyperjumpValidators(schemas: JsonObject): Promise<ReadonlyMap<string, (value: unknown) => boolean>> {
  if (count === 0) defineDialect();
  const address = `${BASE}/${count++}`;
  registerSchema({ components: { schemas } } as unknown as SchemaObject, address, DIALECT);
  const validators = new Map<string, (value: unknown) => boolean>();
  for (const name of Object.keys(schemas)) {
    const check = await validate(`${address}#/components/schemas/${name}`);
    validators.set(name, (value) => check(value as never, 'FLAG').valid);
  }
  return validators;
}
