/** The second, independent JSON Schema 2020-12 implementation, with every way out of the document closed. */
import type * as OpenApi32 from '@hyperjump/json-schema/openapi-3-2';
import { isObject, own, valueAt } from '../json.ts';
import { type SchemaCheck, type SchemaError, ValidatorError } from './schema-check.ts';

type Hyperjump = typeof OpenApi32;

let loaded: Promise<Hyperjump> | undefined;

/** Loads hyperjump with its file and HTTP retrieval removed: a reference that leaves the document fails instead. */
export function loadHyperjump(): Promise<Hyperjump> {
  loaded ??= (async () => {
    const [{ removeUriSchemePlugin }, hyperjump] = await Promise.all([
      import('@hyperjump/browser'),
      import('@hyperjump/json-schema/openapi-3-2'),
      import('@hyperjump/json-schema/openapi-3-1'),
      import('@hyperjump/json-schema/openapi-3-0'),
    ]);
    for (const scheme of ['file', 'http', 'https']) removeUriSchemePlugin(scheme);
    return hyperjump;
  })();
  return loaded;
}

const draft2020 = 'https://json-schema.org/draft/2020-12/schema';

/** An OpenAPI document is read in the dialect of its version, which checks the whole document too; anything else as 2020-12. */
function dialectOf(document: object): string {
  const version = own(document, 'openapi');
  if (typeof version !== 'string') return draft2020;
  return version.startsWith('3.0.')
    ? 'https://spec.openapis.org/oas/3.0/schema'
    : `https://spec.openapis.org/oas/${version.slice(0, 3)}/schema-base`;
}

/** The official schemas pin one address for the default dialect; a dated address of the same dialect is left out. */
export function withoutDefaultDialect(document: object): object {
  const { jsonSchemaDialect, ...rest } = document as { jsonSchemaDialect?: unknown };
  return typeof jsonSchemaDialect === 'string' && isOasDialect(jsonSchemaDialect) ? rest : document;
}

export function isOasDialect(dialect: string): boolean {
  return /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/dialect\/(base|\d{4}-\d{2}-\d{2})$/.test(dialect);
}

let documents = 0;
const addressByDocument = new WeakMap<object, string>();
const registered = new FinalizationRegistry<string>((address) => {
  void loaded?.then((hyperjump) => hyperjump.unregisterSchema(address));
});

/** Forgets a document now rather than when it is collected: every lookup walks all registered documents. */
export function releaseDocument(document: object): void {
  const address = addressByDocument.get(document);
  if (address === undefined) return;
  addressByDocument.delete(document);
  void loaded?.then((hyperjump) => hyperjump.unregisterSchema(address));
}

async function addressOf(document: object, hyperjump: Hyperjump): Promise<string> {
  const known = addressByDocument.get(document);
  if (known !== undefined) return known;
  const address = `https://description.invalid/${documents++}`;
  hyperjump.registerSchema(withoutDefaultDialect(document) as never, address, dialectOf(document));
  addressByDocument.set(document, address);
  registered.register(document, address);
  return address;
}

interface BasicError {
  readonly keyword: string;
  readonly instanceLocation: string;
}

export function hyperjumpErrors(errors: readonly BasicError[]): readonly SchemaError[] {
  return errors.map(({ keyword, instanceLocation }) => {
    const name = keyword.slice(keyword.lastIndexOf('/') + 1);
    return { pointer: decodeURI(instanceLocation.slice(1)), keyword: name, message: `fails "${name}"` };
  });
}

/**
 * As `compileSchema2020`, by `@hyperjump/json-schema`: an implementation that shares no code with ajv. Formats and `x-` bounds are annotations.
 * An OpenAPI document that does not match the official schema of its version is refused as a whole. Rejects with `ValidatorError`.
 */
export async function compileSchemaIndependently(document: object, pointer: string): Promise<SchemaCheck> {
  const schema = valueAt(document, pointer);
  if (!isObject(schema) && typeof schema !== 'boolean') throw new ValidatorError('pointer-not-found', pointer, 'there is no schema');
  const hyperjump = await loadHyperjump();
  try {
    const address = await addressOf(document, hyperjump);
    const validate = await hyperjump.validate(address + '#' + encodeURI(pointer));
    const accepts = (value: unknown): boolean => validate(value as never, 'FLAG').valid;
    const check = (value: unknown): readonly SchemaError[] => {
      if (accepts(value)) return [];
      const output = validate(value as never, 'BASIC') as { valid: boolean; errors?: readonly BasicError[] };
      return hyperjumpErrors(output.errors ?? []);
    };
    return Object.assign(check, { accepts });
  } catch (error) {
    throw new ValidatorError('schema-not-compilable', pointer, error instanceof Error ? error.message : String(error), { cause: error });
  }
}
