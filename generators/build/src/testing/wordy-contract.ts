import { type Contract, defineContract, List, Struct, Tagged, Text, Type } from '@tidemark/contract';

/** A contract with a text of the author's at every place that takes one; `words` gives the next. */
export function wordyContract(words: () => string): Contract {
  const doc = (): { readonly title: string; readonly description: string } => ({ title: words(), description: words() });
  const example = (value: unknown): Readonly<Record<string, { readonly summary: string; readonly value: unknown }>> => ({
    one: { summary: words(), value },
  });
  const choice = words();
  const text = words();
  const note = { text, choice };
  const Note = Struct({ text: Type.String({ 'x-unbounded': words(), ...doc() }), choice: Type.Enum([choice, `${choice}2`], doc()) }, doc());
  const Asked = Tagged('asked', { requestId: Text(20, doc()), notes: List(Note, 3, doc()) }, { v: 1, ...doc() });
  const Told = Tagged('told', { requestId: Text(20, doc()) }, { v: 1, ...doc() });
  const asked = example({ type: 'asked', v: 1, requestId: 'r', notes: [note] });
  const told = example({ type: 'told', v: 1, requestId: 'r' });
  const common = (): object => ({ summary: words(), description: words(), tags: ['about'] });
  const access = [{ scheme: 'token', scopes: ['read'] }];
  return defineContract({
    id: 'wordy',
    version: '1.0.0',
    title: words(),
    summary: words(),
    description: words(),
    license: { name: words(), identifier: 'MIT' },
    servers: { local: { url: 'http://127.0.0.1:8080', description: words() } },
    schemas: { Note, Asked, Told },
    errors: {
      gone: { status: 410, retriable: false, details: Note, statusSource: words(), description: words(), message: words() },
      plain: { status: 400, retriable: true, details: null, statusSource: words(), description: words() },
    },
    security: {
      token: { kind: 'bearer', format: words(), description: words(), scopes: { read: words() } },
      key: { kind: 'api-key', header: 'x-key', description: words() },
    },
    limits: {
      bytes: { value: 65_536, unit: 'bytes', description: words() },
      waitMs: { value: 15_000, unit: 'milliseconds', description: words() },
    },
    tags: { about: words() },
    operations: {
      tell: {
        ...(common() as { readonly summary: string }),
        method: 'POST',
        path: '/tell/{id}',
        access,
        request: {
          path: { id: Text(20, doc()) },
          query: { some: Type.Optional(Type.Enum([choice], doc())) },
          headers: { 'x-a': Text(20, doc()) },
          body: { schema: Note, description: words(), maxBytes: 'bytes', examples: example(note) },
        },
        responses: { 200: { description: words(), schema: Note, headers: { 'x-b': Text(20, doc()) }, examples: example(note) } },
        errors: ['gone', 'plain'],
      },
    },
    streams: {
      watch: {
        ...(common() as { readonly summary: string }),
        method: 'GET',
        path: '/watch',
        access,
        errors: ['gone'],
        tag: 'type',
        version: { none: words() },
        message: Told,
        events: { told: { description: words(), id: 'always', terminal: 'final', examples: told } },
        resume: { option: 'cursor', header: true, description: words() },
        limits: { eventBytes: 'bytes', heartbeatMs: 'waitMs' },
      },
    },
    sockets: {
      talk: {
        ...(common() as { readonly summary: string }),
        path: '/talk',
        access,
        errors: ['gone'],
        subprotocol: 'wordy.v1',
        tag: 'type',
        version: { field: 'v' },
        client: Asked,
        server: Told,
        messages: { asked: { description: words(), examples: asked }, told: { description: words(), examples: told } },
        exchanges: { asked: { replies: ['told'], correlation: 'requestId' } },
        closeCodes: { 4001: { name: words(), description: words(), reconnect: false } },
        limits: { messageBytes: 'bytes', replyMs: 'waitMs' },
      },
    },
    examples: { Note: example(note) },
  });
}
