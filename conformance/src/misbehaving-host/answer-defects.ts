import { refusalOf, REFUSAL_BODY, resolveCursor, RIGHT, type Cause } from './behaviour.ts';
import type { Defect } from './defect.ts';
import { envelopeOf, frameOf } from './log.ts';

/** A defect that answers one cause otherwise. */
function onCause(cause: Cause, id: string, summary: string, status: number, body: object): Defect {
  return { id, summary, behaviour: { refusal: (given) => (given === cause ? refusalOf(body, { status }) : refusalOf(REFUSAL_BODY)) } };
}

/** A defect that goes live, or resumes, where one cause is to be refused. */
function accepts(cause: Cause, id: string, summary: string): Defect {
  return {
    id,
    summary,
    behaviour: {
      resolve: (opening, log, ...rest) => {
        const right = resolveCursor(opening, log, ...rest);
        if (right.kind !== 'refuse' || right.cause !== cause) return right;
        const known = [...log.durable, ...log.ephemeral].find(({ eventId }) => eventId === opening.cursor);
        return known === undefined ? { kind: 'live' } : { kind: 'resume', after: known.position, cursor: known };
      },
    },
  };
}

const SSE_HEAD = RIGHT.streamHead ?? {};

/** What goes wrong in a refusal, and in the answers beside it. */
export const REFUSAL_DEFECTS: readonly Defect[] = [
  accepts('unknown', 'live-on-unknown-cursor', 'goes live on a cursor that it does not know'),
  accepts('malformed', 'live-on-malformed-cursor', 'goes live on a cursor that is no id'),
  accepts('ephemeral', 'accepts-ephemeral-cursor', 'resumes from an ephemeral event'),
  accepts('foreign', 'accepts-foreign-cursor', 'resumes from an event of another tenant'),
  onCause('foreign', 'differs-by-status', 'answers another tenant’s cursor with 404', 404, REFUSAL_BODY),
  onCause('malformed', 'validates-cursors', 'answers a malformed cursor with 400', 400, {
    error: 'validation_error',
    message: 'No event id.',
  }),
  onCause('over-long', 'limits-cursors', 'answers an over-long cursor with 431', 431, { error: 'too_large', message: 'Too long.' }),
  onCause('expired', 'answers-gone', 'answers a cursor older than the bound with 410', 410, { error: 'gone', message: 'Gone.' }),
  {
    id: 'differs-by-one-byte',
    summary: 'ends the body with a line break when the cursor is another tenant’s',
    behaviour: { refusal: (cause) => refusalOf(REFUSAL_BODY, cause === 'foreign' ? { body: `${JSON.stringify(REFUSAL_BODY)}\n` } : {}) },
  },
  {
    id: 'echoes-cursor',
    summary: 'says in the message which cursor it refuses',
    behaviour: { refusal: (_cause, cursor) => refusalOf({ ...REFUSAL_BODY, message: `Cannot resume from ${cursor}.` }) },
  },
  {
    id: 'echoes-cursor-in-header',
    summary: 'repeats the cursor in a header',
    behaviour: {
      refusal: (_cause, cursor) => {
        const right = refusalOf(REFUSAL_BODY);
        return { ...right, headers: { ...right.headers, 'x-cursor': Buffer.from(cursor).toString('latin1') } };
      },
    },
  },
  {
    id: 'names-first-retained',
    summary: 'says where a replay could start',
    behaviour: { refusal: (_cause, _cursor, log) => refusalOf({ ...REFUSAL_BODY, details: { firstEventId: log.durable[0]?.eventId } }) },
  },
  {
    id: 'adds-member-to-refusal',
    summary: 'adds a member to the closed error body',
    behaviour: { refusal: () => refusalOf({ ...REFUSAL_BODY, hint: 'Open a fresh stream.' }) },
  },
  {
    id: 'invites-retry',
    summary: 'sends Retry-After with the refusal',
    behaviour: { refusal: () => refusalOf(REFUSAL_BODY, { headers: { ...refusalOf({}).headers, 'retry-after': '1' } }) },
  },
  {
    id: 'comments-before-refusal',
    summary: 'writes a comment of the event stream in front of the refusal',
    behaviour: { refusal: () => refusalOf({}, { body: `:\n\n${JSON.stringify(REFUSAL_BODY)}` }) },
  },
  {
    id: 'opens-then-closes',
    summary: 'opens a stream for a cursor that it refuses, and ends it',
    behaviour: { refusal: () => ({ status: 200, headers: SSE_HEAD, body: frameOf('error', null, REFUSAL_BODY) }) },
  },
  {
    id: 'refuses-before-authentication',
    summary: 'looks at the cursor before it looks at the credential',
    behaviour: { authenticatesFirst: false },
  },
  {
    id: 'refuses-without-mode',
    summary: 'refuses unknown cursors of requests without replay=required too',
    behaviour: { resolve: (opening, ...rest) => resolveCursor({ ...opening, strict: true }, ...rest) },
  },
  {
    id: 'correlates-refusals',
    summary: 'sends a correlation id that depends on the cause',
    behaviour: {
      refusal: (cause) => {
        const right = refusalOf(REFUSAL_BODY);
        return { ...right, headers: { ...right.headers, 'x-correlation-id': cause } };
      },
    },
  },
  {
    id: 'lets-refusals-be-stored',
    summary: 'sends refusals without Cache-Control',
    behaviour: { refusal: () => refusalOf(REFUSAL_BODY, { headers: { 'content-type': 'application/json' } }) },
  },
  {
    id: 'hesitates-on-foreign-cursor',
    summary: 'takes longer for a cursor of another tenant',
    behaviour: { hesitation: (cause) => (cause === 'foreign' ? 6 : 0) },
  },
];

/** What goes wrong in frames, envelopes, discovery and the trigger. */
export const FORM_DEFECTS: readonly Defect[] = [
  {
    id: 'numbers-ids',
    summary: 'sends the position of an event as its id',
    behaviour: { frame: (event) => frameOf(event.type, event.delivery === 'durable' ? `${event.position}` : null, envelopeOf(event)) },
  },
  {
    id: 'omits-ids',
    summary: 'sends durable events without id',
    behaviour: { frame: (event) => frameOf(event.type, null, envelopeOf(event)) },
  },
  {
    id: 'identifies-ephemeral',
    summary: 'sends ephemeral events with an id',
    behaviour: { frame: (event) => frameOf(event.type, event.eventId, envelopeOf(event)) },
  },
  {
    id: 'names-events-message',
    summary: 'sends every event under the name message',
    behaviour: { frame: (event) => frameOf('message', event.delivery === 'durable' ? event.eventId : null, envelopeOf(event)) },
  },
  {
    id: 'mistakes-class',
    summary: 'says durable in the envelope of an ephemeral event',
    behaviour: {
      frame: (event) =>
        frameOf(event.type, event.delivery === 'durable' ? event.eventId : null, { ...envelopeOf(event), delivery: 'durable' }),
    },
  },
  {
    id: 'stamps-whole-seconds',
    summary: 'sends timestamps without milliseconds, which RFC 3339 allows and our description does not',
    behaviour: { timestamp: (now) => now.replace(/\.[0-9]{3}Z$/, 'Z') },
  },
  {
    id: 'streams-as-plain-text',
    summary: 'sends streams as text/plain',
    behaviour: { streamHead: { ...SSE_HEAD, 'content-type': 'text/plain' } },
  },
  {
    id: 'lets-streams-be-transformed',
    summary: 'sends streams without Cache-Control',
    behaviour: { streamHead: { 'content-type': 'text/event-stream' } },
  },
  {
    id: 'triggers-another-id',
    summary: 'answers the trigger with the id of no event',
    behaviour: { triggerAnswer: ({ eventId, type }) => ({ status: 202, body: { eventId: `${eventId}9`, type } }) },
  },
  {
    id: 'triggers-another-type',
    summary: 'answers the trigger with a type of its own',
    behaviour: { triggerAnswer: ({ eventId }) => ({ status: 202, body: { eventId, type: 'host-test.triggered' } }) },
  },
  {
    id: 'triggers-with-200',
    summary: 'answers the trigger with 200',
    behaviour: { triggerAnswer: ({ eventId, type }) => ({ status: 200, body: { eventId, type } }) },
  },
  {
    id: 'reuses-an-id',
    summary: 'gives the third event the id of the second',
    behaviour: { eventId: (fresh, log) => (log.durable.length === 2 ? (log.durable[1]?.eventId ?? fresh) : fresh) },
  },
  {
    id: 'opens-facet',
    summary: 'adds a mode to the closed facet',
    behaviour: { facet: (types) => ({ types, replay: { minRetentionSeconds: 3600, mode: 'strict' } }) },
  },
  {
    id: 'promises-nothing',
    summary: 'advertises a retention of 0 seconds',
    behaviour: { facet: (types) => ({ types, replay: { minRetentionSeconds: 0 } }) },
  },
  {
    id: 'takes-any-mode',
    summary: 'takes other values of replay, and several cursors, for none',
    behaviour: { refuseForm: () => null },
  },
];
