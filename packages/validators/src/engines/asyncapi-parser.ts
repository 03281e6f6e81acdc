import type { Parser } from '@asyncapi/parser';
import type { Finding, Severity } from '../finding.ts';
import { pointerTo } from '../json.ts';
import type { Description } from './engine.ts';
import { type PartSize, splitChannels } from './split-channels.ts';

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

/**
 * The parser resolves every operation with its whole channel, so its time grows with operations times messages. A channel of more than `above`
 * messages is judged in parts of `perPart`: each operation is resolved with its part. By measurement; 2 to 16 differ little.
 */
const PARTS: PartSize = { above: 32, perPart: 4 };

/**
 * `@asyncapi/parser` with its file and HTTP resolvers off. Its infos and hints (a newer version exists) are not findings. Large channels are
 * split for it, and what it finds is told of the document as it is (docs/decisions/0003-asyncapi-parts.md).
 */
export async function validateWithAsyncApiParser(description: Description, size = PARTS): Promise<readonly Finding[]> {
  const { kind, document } = description;
  const split = kind.minor === '2' ? undefined : splitChannels(document, size);
  const diagnostics = await (await loadParser()).validate(JSON.stringify(split?.document ?? document));
  return diagnostics.flatMap((diagnostic) => {
    const severity = severities.get(diagnostic.severity);
    const { code, path } = diagnostic;
    if (severity === undefined) return [];
    const pointer = pointerTo('', ...(path[0] === 'channels' && path.length > 1 ? ['channels', nameOf(path[1]), ...path.slice(2)] : path));
    return [{ validator: 'asyncapi-parser', rule: String(code), severity, pointer, message: messageOf(diagnostic.message) }];
  });

  function nameOf(channel: string | number | undefined): string {
    return split?.channelOf.get(String(channel)) ?? String(channel);
  }
  function messageOf(message: string): string {
    return split === undefined
      ? message
      : message.replaceAll(/(\/channels\/)([\w-]+)/g, (_, before: string, name: string) => before + nameOf(name));
  }
}
