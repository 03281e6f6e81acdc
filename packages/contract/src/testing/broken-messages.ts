import { Json, Struct, Tagged, Text, Type, Utf8 } from '../index.ts';
import type { BrokenCase } from './broken-cases.ts';
import { sampleDefinition } from './sample-definition.ts';

const STREAM = '/streams/watchNotes';
const SOCKET = '/sockets/desk';
const { Attach, ServerMessage } = sampleDefinition().schemas;
const example = (value: unknown) => ({ one: { summary: 'One', value } });
const find = { type: 'find', v: 2, requestId: 'r1', noteId: 'n1' };

/** A client union in which `find` is another type. */
const withFind = (Other: object, value: unknown = find): Readonly<Record<string, unknown>> => {
  const attach = Attach;
  return {
    'schemas/Attach': attach,
    'schemas/Find': Other,
    'schemas/ClientMessage': Type.Union([attach, Other]),
    'sockets/desk/client': Type.Union([attach, Other]),
    'sockets/desk/messages/find/examples': example(value),
  };
};

/** Streams and sockets. */
export const messageCases: readonly BrokenCase[] = [
  {
    what: 'an event that no message has',
    set: { 'streams/watchNotes/events/note-lost': { id: 'never', examples: example({}) } },
    issues: [['unknown-tag', `${STREAM}/events/note-lost`, 'No message has the tag note-lost.']],
  },
  {
    what: 'no event',
    set: { 'streams/watchNotes/events': {} },
    issues: [
      ['empty', `${STREAM}/events`, 'A stream sends at least one event.'],
      ['malformed-resume', `${STREAM}/resume`, 'No event carries an id.'],
    ],
  },
  {
    what: 'a message without an entry',
    drop: ['sockets/desk/messages/found'],
    issues: [['unknown-tag', `${SOCKET}/messages`, 'The message found has no entry.']],
  },
  {
    what: 'messages told apart by another property than the tag',
    set: { 'streams/watchNotes/tag': 'kind', 'streams/watchNotes/events': {} },
    issues: [
      ...Array.from({ length: 5 }, () => ['untagged-union', `${STREAM}/message`, 'A message has no required literal kind.'] as const),
      ['empty', `${STREAM}/events`, 'A stream sends at least one event.'],
      ['malformed-resume', `${STREAM}/resume`, 'No event carries an id.'],
    ],
  },
  {
    what: 'another literal that stands first',
    set: {
      'schemas/One': Struct({ kind: Type.Literal('k1'), type: Type.Literal('t1') }),
      'schemas/Two': Struct({ kind: Type.Literal('k2'), type: Type.Literal('t2') }),
      'schemas/Both': Type.Union([
        Struct({ kind: Type.Literal('k1'), type: Type.Literal('t1') }),
        Struct({ kind: Type.Literal('k2'), type: Type.Literal('t2') }),
      ]),
      'streams/watchNotes/message': Type.Union([
        Struct({ kind: Type.Literal('k1'), type: Type.Literal('t1') }),
        Struct({ kind: Type.Literal('k2'), type: Type.Literal('t2') }),
      ]),
      'streams/watchNotes/version': { none: 'a test' },
      'streams/watchNotes/events': { t1: { id: 'always', examples: example({ kind: 'k1', type: 't1' }) } },
    },
    issues: [['untagged-union', `${STREAM}/message`, 'The members are told apart by kind, which stands first, and not by type.']],
  },
  {
    what: 'a tag that is no event name',
    set: {
      'schemas/Broken': Tagged('two\nlines', {}, { v: 2 }),
      'streams/watchNotes/message': Tagged('two\nlines', {}, { v: 2 }),
      'streams/watchNotes/events': { 'note-added': { id: 'always', examples: example({}) } },
    },
    issues: [
      ['malformed-name', `${STREAM}/message`, 'The tag "two\\nlines" is no event name.'],
      ['unknown-tag', `${STREAM}/events/note-added`, 'No message has the tag note-added.'],
    ],
  },
  {
    what: 'another major version, none, and no reason for none',
    set: {
      ...withFind(Tagged('find', { requestId: Text(20), noteId: Text(20) }, { v: 1 }), { ...find, v: 1 }),
      'streams/watchNotes/version': { none: '' },
    },
    issues: [
      ...Array.from({ length: 5 }, () => ['missing-version', `${STREAM}/version`, 'none states no reason.'] as const),
      ['missing-version', `${SOCKET}/client`, 'find does not carry v: 2.'],
    ],
  },
  {
    what: 'a tag of both directions',
    set: { ...withFind(Tagged('found', { requestId: Text(20) }, { v: 2 })), 'sockets/desk/exchanges': {} },
    drop: ['sockets/desk/messages/find'],
    issues: [['overlapping-tags', `${SOCKET}/client`, 'Both directions use found.']],
  },
  {
    what: 'ids that nobody resumes from, and a resume without carrier',
    drop: ['streams/watchNotes/resume'],
    issues: [['malformed-resume', `${STREAM}/resume`, 'Events carry an id from which nobody can resume.']],
  },
  {
    what: 'a resume position that nothing carries',
    set: { 'streams/watchNotes/resume': { option: 'cursor', header: false, description: 'x' } },
    issues: [['malformed-resume', `${STREAM}/resume`, 'Neither the header nor the body carries the position.']],
  },
  {
    what: 'a resume field that is required, or absent',
    set: { 'streams/watchNotes/resume/bodyField': 'plan' },
    issues: [['malformed-resume', `${STREAM}/resume/bodyField`, 'The body has no optional string plan.']],
  },
  {
    what: 'an exchange whose request is a server message',
    set: { 'sockets/desk/exchanges': { found: { replies: ['find'], correlation: 'requestId' } } },
    issues: [['unknown-tag', `${SOCKET}/exchanges/found`, 'The request is a client tag and each reply a server tag.']],
  },
  {
    what: 'an exchange without a reply, one with different types of correlation, one by an object',
    set: {
      'sockets/desk/exchanges': {
        find: { replies: ['found'], correlation: 'note' },
        attach: { replies: [], correlation: 'proof' },
      },
    },
    issues: [
      ['malformed-exchange', `${SOCKET}/exchanges/find`, 'note is not a required string or number of one type in all of find, found.'],
      ['malformed-exchange', `${SOCKET}/exchanges/attach`, 'There is no reply.'],
    ],
  },
  {
    what: 'correlation of two lengths',
    set: withFind(Tagged('find', { requestId: Text(21), noteId: Text(20) }, { v: 2 })),
    issues: [
      ['malformed-exchange', `${SOCKET}/exchanges/find`, 'requestId is not a required string or number of one type in all of find, found.'],
    ],
  },
  {
    what: 'an opening of the wrong direction',
    set: { 'sockets/desk/opening/answer': 'accepted' },
    issues: [['malformed-opening', `${SOCKET}/opening`, 'challenge, accepted, accepted are not a server, a client and a server tag.']],
  },
  {
    what: 'a subprotocol of another version, and one that is no token',
    set: { 'sockets/desk/subprotocol': 'tidemark.notes.v1' },
    issues: [['malformed-subprotocol', `${SOCKET}/subprotocol`, 'tidemark.notes.v1 is no token that ends in .v2.']],
  },
  {
    what: 'a close code that is not an application’s',
    set: {
      'sockets/desk/closeCodes': {
        1000: { name: 'x', description: 'x', reconnect: false },
        '4000.5': { name: 'x', description: 'x', reconnect: false },
      },
    },
    issues: [
      ['malformed-close-code', `${SOCKET}/closeCodes/1000`, '1000 is not an application code.'],
      ['malformed-close-code', `${SOCKET}/closeCodes/4000.5`, '4000.5 is not an application code.'],
    ],
  },
  {
    what: 'limits of a stream and a socket',
    set: { 'streams/watchNotes/limits/eventBytes': 'heartbeatMs', 'sockets/desk/limits/replyMs': 'never' },
    issues: [
      ['unknown-limit', `${STREAM}/limits/eventBytes`, 'heartbeatMs is in milliseconds, not bytes.'],
      ['unknown-limit', `${SOCKET}/limits/replyMs`, 'limits has no never; its unit must be milliseconds.'],
    ],
  },
  {
    what: 'messages that are not named, in whole and in part',
    set: {
      'sockets/desk/server': Type.Union([...ServerMessage.anyOf, Tagged('extra', {}, { v: 2 })]),
      'sockets/desk/messages/extra': { examples: example({ type: 'extra', v: 2 }) },
    },
    issues: [
      ['unnamed-schema', `${SOCKET}/server`, 'The type is not in schemas.'],
      ['unnamed-schema', `${SOCKET}/server`, 'The type is not in schemas.'],
    ],
  },
  {
    what: 'examples beyond bounds that only bytes and depth show, or that lack an inherited name',
    set: {
      'schemas/Wide': Struct({ text: Utf8({ maxBytes: 3 }), any: Json({ maxBytes: 20, maxDepth: 1 }) }),
      'schemas/Named': Struct({ toString: Type.Any({ 'x-unbounded': 'a test' }) }),
      'examples/Wide': {
        bytes: { summary: 'x', value: { text: 'éé', any: 1 } },
        deep: { summary: 'x', value: { text: 'e', any: [[1]] } },
        long: { summary: 'x', value: { text: 'e', any: 'x'.repeat(19) } },
        good: { summary: 'x', value: { text: 'é', any: [1] } },
      },
      'examples/Named': example({}),
    },
    issues: [
      ['invalid-example', '/examples/Wide/bytes/value', 'At /text: more than 3 bytes.'],
      ['invalid-example', '/examples/Wide/deep/value', 'At /any: deeper than 1 levels.'],
      ['invalid-example', '/examples/Wide/long/value', 'At /any: more than 20 bytes.'],
      ['invalid-example', '/examples/Named/one/value', 'At the top: must have the property toString.'],
    ],
  },
];
