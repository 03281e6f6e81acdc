import type { AddressInfo } from 'node:net';
import type { Operation, Stream } from '@tidemark/model';
import { loadPair, type Pair } from './generated-pair.ts';
import { camel, echoHandlers, pascal, said } from './pair-use.ts';

/** What went out and what came in, each as `name: JSON`. */
export interface Talk {
  readonly sent: readonly string[];
  readonly received: readonly string[];
}

/** What this file uses of `@tidemark/gateway`, on which this package does not depend. */
interface Gateway {
  readonly createServer: () => Promise<Listening>;
  readonly withId: (id: string, event: object) => object;
}
interface Listening {
  readonly register: (plugin: unknown) => unknown;
  readonly listen: (address: { readonly host: string; readonly port: number }) => Promise<unknown>;
  readonly server: { readonly address: () => unknown };
  readonly close: () => Promise<void>;
}
type Client = Readonly<Record<string, (request: object) => unknown>>;

/** Runs the generated server on a loopback port and calls every operation and stream of the generated client. */
export async function talkOf(pair: Pair): Promise<Talk> {
  const { representation } = pair;
  const { client: clientModule, server: serverModule, gateway } = await loadPair(pair);
  const { createServer, withId } = gateway as unknown as Gateway;
  const plugin = serverModule[`${camel(representation.id)}Plugin`] as (handlers: object) => unknown;
  const create = clientModule[`create${pascal(representation.id)}Client`] as (options: object) => Client;
  const server = await createServer();
  const talk: Writing = { sent: [], received: [] };
  await server.register(plugin(echoHandlers(representation, withId, (text) => talk.received.push(text))));
  await server.listen({ host: '127.0.0.1', port: 0 });
  try {
    const { port } = server.server.address() as AddressInfo;
    const client = create({ baseUrl: `http://127.0.0.1:${port}`, maxAttempts: 1 });
    for (const operation of representation.operations) await callOperation(client, operation, talk);
    for (const stream of representation.streams) await readStream(client, stream, talk);
    return talk;
  } finally {
    await server.close();
  }
}

type Writing = { readonly sent: string[]; readonly received: string[] };

/** Options of a call: a parameter of such a name has its place in front. */
const CALL_OPTIONS: readonly string[] = ['body', 'signal', 'prepare', 'retry', 'timeoutMs'];

async function callOperation(client: Client, operation: Operation, talk: Writing): Promise<void> {
  const { name, body, responses, parameters } = operation;
  const values = parameters.map(({ name: parameter, in: place, node }) => ({
    parameter,
    property: CALL_OPTIONS.includes(parameter) ? place + pascal(parameter) : parameter,
    value: node.kind === 'literal' ? node.values.at(-2) : 'x',
  }));
  const request = Object.fromEntries(values.map(({ property, value }) => [property, value]));
  const bodies = body === undefined ? [undefined] : body.examples.map(({ value }) => value);
  const [first] = responses;
  for (const value of bodies) {
    if (values.length > 0) talk.sent.push(`${name} is asked ${said(values.map(({ parameter, value: text }) => [parameter, text]))}`);
    talk.sent.push(`${name}: ${JSON.stringify(value ?? first?.examples[0]?.value ?? 'answered')}`);
    const result = await outcome(async () => client[name]?.({ ...request, ...(value === undefined ? {} : { body: value }) }));
    const isBody = first?.headers.length === 0 || typeof result === 'string';
    talk.received.push(`${name}: ${JSON.stringify(isBody ? result : 'answered')}`);
  }
}

async function outcome(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return `failed: ${String(error)}`;
  }
}

async function readStream(client: Client, { name, events }: Stream, talk: Writing): Promise<void> {
  const expected = events.flatMap(({ examples }) => examples.map(({ value }) => `${name}: ${JSON.stringify(value)}`));
  talk.sent.push(...expected);
  const got = await outcome(async () => {
    const opened = client[name]?.({}) as AsyncIterable<{ readonly data: unknown }>;
    for await (const event of opened) {
      talk.received.push(`${name}: ${JSON.stringify(event.data)}`);
      expected.pop();
      if (expected.length === 0) break;
    }
  });
  if (got !== undefined) talk.received.push(JSON.stringify(got));
}
