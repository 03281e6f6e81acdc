import type { Message, Representation, Response } from '@tidemark/model';
import type { Pair } from './generated-pair.ts';

const key = (name: string): string => JSON.stringify(name);

export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

export function camel(text: string): string {
  const name = pascal(text);
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

/** Parameters in one order. */
export function said(parameters: readonly (readonly [name: string, value: unknown])[]): string {
  return JSON.stringify(parameters.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** TypeScript that implements the handlers of a pair and calls the client, by the contract's names alone. */
export function useOf({ representation }: Pair): Readonly<Record<string, string>> {
  const { id, operations, streams, sockets } = representation;
  const handlers = [
    ...operations.map(({ name, body }) => `${key(name)}: (request) => ${body === undefined ? 'never(request)' : 'request.body'},`),
    ...streams.map(({ name }) => `${key(name)}: { open: (request) => never(request) },`),
    ...sockets.map(
      ({ name, client, server }) =>
        `${key(name)}: { open: () => ({ messages: { ${members(client.messages)} } }), ${terminal(server.messages)} },`,
    ),
  ];
  const calls = [...operations, ...streams, ...sockets].map(({ name }) => `client[${key(name)}],`);
  const text = `import { create${pascal(id)}Client } from '../${id}-client/src/index.ts';
import type { ${pascal(id)}Handlers } from '../${id}-server/src/index.ts';
declare const never: (value: unknown) => never;
export const handlers: ${pascal(id)}Handlers = {
${handlers.join('\n')}
};
const client = create${pascal(id)}Client({ baseUrl: 'http://127.0.0.1' });
export const methods: readonly ((options: never) => unknown)[] = [
${calls.join('\n')}
];
`;
  return { [`${id}-use/use.ts`]: text };
}

function members(messages: readonly Message[]): string {
  return messages.map(({ tag }) => `${key(tag)}: (message) => never(message),`).join(' ');
}

function terminal(messages: readonly Message[]): string {
  return messages.some((message) => message.terminal !== undefined) ? 'terminal: (reason) => never(reason),' : '';
}

interface Asked {
  readonly path?: object;
  readonly query?: object;
  readonly headers?: object;
  readonly body?: unknown;
}

/** Handlers that answer what they are sent, or else the contract's examples. */
export function echoHandlers(
  { operations, streams, sockets }: Representation,
  withId: (id: string, event: object) => object,
  hear: (text: string) => void,
): Readonly<Record<string, unknown>> {
  const entries = [
    ...operations.map(({ name, responses }) => {
      const handle = (request: Asked): unknown => {
        const asked = [request.path, request.query, request.headers].flatMap((group) => Object.entries(group ?? {}));
        if (asked.length > 0) hear(`${name} is asked ${said(asked)}`);
        return request.body ?? answer(responses);
      };
      return [name, handle] as const;
    }),
    ...streams.map(({ name, events }) => {
      async function* open(): AsyncGenerator {
        for (const { id, examples } of events)
          for (const { value } of examples) yield id === 'never' ? value : withId('p1', value as object);
      }
      return [name, { open }] as const;
    }),
    ...sockets.map(({ name, client, server }) => [name, { open: () => connection(client.messages, server.messages) }] as const),
  ];
  return Object.fromEntries(entries);
}

/** Answers the message number n of a client with the message number n of the server, with its correlation. */
function connection(asked: readonly Message[], answered: readonly Message[]): object {
  const handlers = asked.map(({ tag }, i) => [
    tag,
    ({ requestId }: { requestId?: string }) => ({
      ...(answered[i]?.examples[0]?.value as object),
      ...(requestId === undefined ? {} : { requestId }),
    }),
  ]);
  return { messages: Object.fromEntries(handlers) as object };
}

function answer(responses: readonly Response[]): unknown {
  const [first] = responses;
  if (first === undefined) return undefined;
  const value = first.examples[0]?.value;
  if (first.headers.length === 0) return value;
  const headers = Object.fromEntries(first.headers.map(({ name, node }) => [name, node.kind === 'literal' ? node.values[0] : 'b']));
  return { status: first.status, headers, ...(value === undefined ? {} : { body: value }) };
}
