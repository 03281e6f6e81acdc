import type { Message, NamedSchema, Representation } from '@tidemark/model';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServerInputs } from '../inputs.ts';

const descriptions = fileURLToPath(new URL('../../../../fixtures/golden/descriptions/', import.meta.url));

/** The representation that the description generators record for the contract of this name. */
export function representationOf(name: string): Representation {
  const recorded = JSON.parse(readFileSync(`${descriptions}${name}/representation.json`, 'utf8')) as Representation;
  return { ...recorded, schemas: [...recorded.schemas, ...unions(recorded)] };
}

/** Descriptions list a socket's messages one by one, so those recordings leave out the unions that a contract has to name. */
function unions({ schemas, sockets }: Representation): readonly NamedSchema[] {
  const sides = sockets.flatMap(({ client, server, tag }) => [client, server].map((side) => ({ ...side, tag })));
  return sides
    .filter(({ schema }) => !schemas.some(({ name }) => name === schema))
    .map(({ schema, messages, tag }) => ({
      name: schema,
      node: {
        kind: 'tagged',
        tag,
        members: messages.map((message: Message) => ({ value: message.tag, node: { kind: 'ref', name: message.schema } })),
      },
      examples: [],
      recursive: false,
    }));
}

export const inputs: ServerInputs = {
  scope: '@example',
  runtimeVersion: '0.1.0',
  digests: { openapi: `sha256:${'0a'.repeat(32)}`, asyncapi: `sha256:${'0b'.repeat(32)}` },
  documents: { openapi: { openapi: '3.2.1', info: { title: 'A `title` with ${signs} and a \\' } }, asyncapi: { asyncapi: '3.0.0' } },
  yaml: { openapi: "openapi: 3.2.1\ninfo:\n  title: 'A `title`'\n" },
};
