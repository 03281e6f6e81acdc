import { List, SafeUint, Struct, Tagged, Text, Type, type ContractDefinition } from '../index.ts';

const example = (value: unknown) => ({ one: { summary: 'One', value } });
const requestId = () => Text(20);

/** Makes the shared types anew, so that a test may replace any of them. */
function sampleTypes() {
  const Note = Struct({ noteId: Text(20), text: Text(200) });
  const Query = Struct({ plan: Text(40), cursor: Type.Optional(Text(80)) });
  const NoteAdded = Tagged('note-added', { note: Note }, { v: 2 });
  const StreamEnded = Tagged('stream-ended', { reason: Text(20) }, { v: 2 });
  const Challenge = Tagged('challenge', { nonce: Text(40) }, { v: 2 });
  const Accepted = Tagged('accepted', { session: SafeUint() }, { v: 2 });
  const Found = Tagged('found', { requestId: requestId(), note: Note }, { v: 2 });
  const ServerMessage = Type.Union([NoteAdded, StreamEnded, Challenge, Accepted, Found]);
  const Attach = Tagged('attach', { proof: Text(400) }, { v: 2 });
  const Find = Tagged('find', { requestId: requestId(), noteId: Text(20) }, { v: 2 });
  const ClientMessage = Type.Union([Attach, Find]);
  const Notes = Struct({ notes: List(Note, 10) });
  return { Note, Notes, Query, NoteAdded, StreamEnded, Challenge, Accepted, Found, ServerMessage, Attach, Find, ClientMessage };
}

const note = { noteId: 'n1', text: 'Hello' };
const messages = {
  'note-added': { type: 'note-added', v: 2, note },
  'stream-ended': { type: 'stream-ended', v: 2, reason: 'drain' },
  challenge: { type: 'challenge', v: 2, nonce: 'abc' },
  accepted: { type: 'accepted', v: 2, session: 1 },
  found: { type: 'found', v: 2, requestId: 'r1', note },
  attach: { type: 'attach', v: 2, proof: 'a.b.c' },
  find: { type: 'find', v: 2, requestId: 'r1', noteId: 'n1' },
} as const;

/** A valid contract of two operations, a stream and a socket, made of fresh plain objects. */
export function sampleDefinition() {
  const types = sampleTypes();
  const access = [{ scheme: 'bearer', scopes: ['notes:read'] }];
  return {
    id: 'notes',
    version: '2.1.0',
    title: 'Notes',
    summary: 'Keeps notes.',
    license: { name: 'MIT', identifier: 'MIT' },
    servers: { local: { url: 'http://127.0.0.1:4400', description: 'Local.' } },
    schemas: types,
    errors: {
      forbidden: { status: 403, retriable: false, details: null, statusSource: 'RFC 9110 15.5.4', description: 'Not permitted.' },
      conflict: {
        status: 409,
        retriable: false,
        details: Struct({ revision: SafeUint() }),
        statusSource: 'RFC 9110 15.5.10',
        description: 'Changed meanwhile.',
      },
    },
    security: {
      bearer: { kind: 'bearer', description: 'A token.', scopes: { 'notes:read': 'Read notes.' } },
      key: { kind: 'api-key', header: 'x-api-key', description: 'A key.' },
    },
    limits: {
      bodyBytes: { value: 65_536, unit: 'bytes', description: 'Largest body.' },
      heartbeatMs: { value: 15_000, unit: 'milliseconds', description: 'Interval of heartbeats.' },
    },
    tags: { notes: 'Everything about notes.' },
    operations: {
      addNote: {
        method: 'POST',
        path: '/notes',
        summary: 'Add a note',
        tags: ['notes'],
        access,
        request: { body: { schema: types.Note, maxBytes: 'bodyBytes', examples: example(note) } },
        responses: { 201: { description: 'Added.', schema: types.Note, headers: { location: Text(80) }, examples: example(note) } },
        errors: ['forbidden', 'conflict'],
      },
      readNote: {
        method: 'GET',
        path: '/notes/{noteId}',
        summary: 'Read a note',
        access,
        request: { path: { noteId: Text(20) }, query: { part: Type.Optional(List(Text(10), 4)) }, headers: { 'x-trace': Text(40) } },
        responses: { 200: { description: 'The note.', schema: types.Note, examples: example(note) } },
        errors: ['forbidden'],
      },
    },
    streams: {
      watchNotes: {
        method: 'POST',
        path: '/notes/events',
        summary: 'Follow notes',
        access,
        request: { body: { schema: types.Query, maxBytes: 'bodyBytes', examples: example({ plan: 'all' }) } },
        errors: ['forbidden'],
        tag: 'type',
        version: { field: 'v' },
        message: types.ServerMessage,
        events: {
          'note-added': { id: 'always', examples: example(messages['note-added']) },
          'stream-ended': { id: 'never', terminal: 'reconnect', examples: example(messages['stream-ended']) },
        },
        resume: { option: 'cursor', header: true, bodyField: 'cursor', description: 'Where to go on.' },
        limits: { eventBytes: 'bodyBytes', heartbeatMs: 'heartbeatMs' },
      },
    },
    sockets: {
      desk: {
        path: '/notes/desk',
        summary: 'Work on notes',
        access,
        errors: ['forbidden'],
        subprotocol: 'tidemark.notes.v2',
        tag: 'type',
        version: { field: 'v' },
        client: types.ClientMessage,
        server: types.ServerMessage,
        messages: Object.fromEntries(Object.entries(messages).map(([tag, value]) => [tag, { examples: example(value) }])),
        exchanges: { find: { replies: ['found'], correlation: 'requestId' } },
        opening: { challenge: 'challenge', answer: 'attach', accepted: 'accepted' },
        closeCodes: { 4001: { name: 'revoked', description: 'The credential was revoked.', reconnect: false } },
        limits: { messageBytes: 'bodyBytes', replyMs: 'heartbeatMs' },
      },
    },
    examples: { Note: example(note) },
  } satisfies ContractDefinition;
}

/** What a test changes: values by path (`streams/watchNotes/tag`), and paths to remove. */
export interface Change {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly drop?: readonly string[];
}

/** The sample, broken: as an author without a type checker might write it. */
export function brokenDefinition({ set = {}, drop = [] }: Change): ContractDefinition {
  const definition = sampleDefinition();
  for (const [path, value] of Object.entries(set)) {
    const [parent, key] = parentOf(definition, path.split('/'));
    Object.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true });
  }
  for (const path of drop) {
    const [parent, key] = parentOf(definition, path.split('/'));
    Reflect.deleteProperty(parent, key);
  }
  return definition;
}

function parentOf(top: object, path: readonly string[]): readonly [parent: object, key: string] {
  const parent = path.slice(0, -1).reduce((current, step) => (current as Record<string, object>)[step] ?? {}, top);
  return [parent, path.at(-1) ?? ''];
}
