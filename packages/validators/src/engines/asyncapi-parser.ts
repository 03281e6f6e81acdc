import type { Parser } from '@asyncapi/parser';
import type { Finding, Severity } from '../finding.ts';
import { pointerTo } from '../json.ts';
import type { Description } from './engine.ts';

/**
 * Spectral falls back to the default readers when a resolver throws, so "off" is a resolver that answers: with null,
 * in which no pointer leads anywhere. References out of the document are refused before the parser runs.
 */
const answersNothing = (schema: string): object => ({ schema, order: 1, canRead: true, read: () => 'null' });

/** By its numbers; 2 and 3, info and hint, are no findings. */
const severities: ReadonlyMap<number, Severity> = new Map([
  [0, 'error'],
  [1, 'warning'],
]);

let parser: Promise<Parser> | undefined;

function loadParser(): Promise<Parser> {
  parser ??= (async () => {
    // The package is CommonJS: under `import` its class is a property of the default export.
    const module = (await import('@asyncapi/parser')) as unknown as { Parser?: typeof Parser; default: { Parser: typeof Parser } };
    const Constructor = module.Parser ?? module.default.Parser;
    const resolvers = ['file', 'http', 'https'].map(answersNothing);
    return new Constructor({ __unstable: { resolver: { cache: false, resolvers: resolvers as never } } });
  })();
  return parser;
}

/** `@asyncapi/parser` with its file and HTTP resolvers off. Its infos and hints (a newer version exists) are not findings. */
export async function validateWithAsyncApiParser(description: Description): Promise<readonly Finding[]> {
  const diagnostics = await (await loadParser()).validate(JSON.stringify(description.document));
  return diagnostics.flatMap((diagnostic) => {
    const severity = severities.get(diagnostic.severity);
    const { code, path, message } = diagnostic;
    return severity ? [{ validator: 'asyncapi-parser', rule: String(code), severity, pointer: pointerTo('', ...path), message }] : [];
  });
}
