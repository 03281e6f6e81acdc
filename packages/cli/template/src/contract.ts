import { defineContract, SafeUint, Struct, Tagged, Text, Timestamp, Type } from '@tidemark/contract';

const Note = Struct({ number: SafeUint(), text: Text(500, { minLength: 1 }), at: Timestamp() }, { description: 'A note.' });
const NewNote = Struct({ text: Text(500, { minLength: 1 }) }, { description: 'What a caller writes.' });
const NoteAdded = Tagged('note-added', { note: Note }, { v: 1, description: 'A note was added.' });
const Ended = Tagged('ended', { reason: Type.Enum(['draining', 'slow-consumer']) }, { v: 1, description: 'Last message of a stream.' });
const ServerMessage = Type.Union([NoteAdded, Ended], { description: 'Every message of the service.' });

const note = { number: 1, text: 'Hello', at: '2026-01-01T00:00:00.000Z' };
const example = (summary: string, value: unknown) => ({ example: { summary, value } });

export const __camel__ = defineContract({
  id: '__kebab__',
  version: '1.0.0',
  title: '__Pascal__',
  summary: 'Keeps notes and tells of new ones.',
  license: { name: 'MIT', identifier: 'MIT' },
  servers: { local: { url: 'http://127.0.0.1:8080', description: 'Development.' } },
  schemas: { Note, NewNote, NoteAdded, Ended, ServerMessage },
  errors: {
    validation_error: {
      status: 400,
      retriable: false,
      details: null,
      statusSource: 'RFC 9110 15.5.1',
      description: 'The request is not of the described form.',
    },
    resync_required: {
      status: 409,
      retriable: false,
      details: null,
      statusSource: 'RFC 9110 15.5.10',
      description: 'The stream cannot be resumed from this position.',
      message: 'The position cannot be resumed.',
    },
    rate_limited: { status: 429, retriable: true, details: null, statusSource: 'RFC 6585 4', description: 'Too many open streams.' },
  },
  security: {},
  limits: {
    bodyBytes: { value: 4096, unit: 'bytes', description: 'Largest request body.' },
    eventBytes: { value: 4096, unit: 'bytes', description: 'Largest data of one event.' },
    heartbeatMs: { value: 15_000, unit: 'milliseconds', description: 'Interval of comments on an idle stream.' },
  },
  operations: {
    addNote: {
      method: 'POST',
      path: '/notes',
      summary: 'Add a note',
      access: 'public',
      request: { body: { schema: NewNote, maxBytes: 'bodyBytes', examples: example('A note', { text: 'Hello' }) } },
      responses: { 201: { description: 'The note.', schema: Note, examples: example('A note', note) } },
      errors: ['validation_error'],
    },
  },
  streams: {
    watchNotes: {
      method: 'GET',
      path: '/notes/events',
      summary: 'Watch notes',
      access: 'public',
      errors: ['resync_required', 'rate_limited'],
      tag: 'type',
      version: { field: 'v' },
      message: ServerMessage,
      events: {
        'note-added': { id: 'always', examples: example('A note', { type: 'note-added', v: 1, note }) },
        ended: { id: 'never', terminal: 'reconnect', examples: example('Draining', { type: 'ended', v: 1, reason: 'draining' }) },
      },
      resume: { option: 'lastEventId', header: true, description: 'Id of the last event that was handled.' },
      limits: { eventBytes: 'eventBytes', heartbeatMs: 'heartbeatMs' },
    },
  },
});
