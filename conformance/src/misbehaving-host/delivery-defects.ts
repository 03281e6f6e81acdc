import { resolveCursor, RIGHT } from './behaviour.ts';
import type { Defect } from './defect.ts';
import { envelopeOf, frameOf } from './log.ts';

/** Cursors that a host with a ring of three still knows. */
const RING = 3;
/** What fits into a PostgreSQL notification. */
const NOTIFY_BYTES = 8_000;

/** What goes wrong between the log and the stream: resume, order, handoff, tenants. */
export const DELIVERY_DEFECTS: readonly Defect[] = [
  {
    id: 'skips-at-handoff',
    summary: 'drops the first event that is committed after a resumed stream has opened',
    behaviour: { copies: (_event, { resumed, lives }) => (resumed && lives === 0 ? 0 : 1) },
  },
  {
    id: 'repeats-at-handoff',
    summary: 'sends the first event after the handoff twice on a resumed stream',
    behaviour: { copies: (_event, { resumed, lives }) => (resumed && lives === 0 ? 2 : 1) },
  },
  {
    id: 'attaches-late',
    summary: 'attaches to live events only a while after it has replayed the backlog',
    behaviour: { handoff: 'late-attach' },
  },
  {
    id: 'reads-too-early',
    summary: 'reads the backlog a while before it attaches to live events',
    behaviour: { handoff: 'early-snapshot' },
  },
  {
    id: 'merges-nothing',
    summary: 'buffers live events, reads the backlog, and drops no event that is in both',
    behaviour: { handoff: 'unmerged' },
  },
  {
    id: 'repeats-last-of-backlog',
    summary: 'sends the last event of the backlog again when it goes live',
    behaviour: { backlog: (...args) => [...RIGHT.backlog(...args), ...RIGHT.backlog(...args).slice(-1)] },
  },
  {
    id: 'emits-cursor-again',
    summary: 'replays from the cursor event on, instead of after it',
    behaviour: { backlog: ({ after }, _opening, log) => log.durable.filter(({ position }) => position >= after) },
  },
  {
    id: 'loses-in-replay',
    summary: 'replays every other event of the backlog',
    behaviour: { backlog: (...args) => RIGHT.backlog(...args).filter((_event, index) => index % 2 === 1) },
  },
  {
    id: 'reorders-backlog',
    summary: 'replays the backlog newest first',
    behaviour: { backlog: (...args) => RIGHT.backlog(...args).toReversed() },
  },
  {
    id: 'doubles-live-deliveries',
    summary: 'sends each live event twice',
    behaviour: { copies: () => 2 },
  },
  {
    id: 'replays-ephemeral',
    summary: 'keeps ephemeral events and replays them',
    behaviour: {
      backlog: ({ after }, _opening, log) =>
        [...log.durable, ...log.ephemeral].filter(({ position }) => position > after).toSorted((a, b) => a.position - b.position),
    },
  },
  {
    id: 'evicts-by-volume',
    summary: 'keeps the last three events of all tenants together, and knows no older cursor',
    behaviour: {
      resolve: (opening, log, ...rest) => {
        const ring = log.durable.slice(-RING);
        return resolveCursor(opening, { ...log, durable: ring, ephemeral: log.ephemeral }, ...rest);
      },
    },
  },
  {
    id: 'leaks-live-across-tenants',
    summary: 'delivers live events to every tenant',
    behaviour: { sees: (event, tenant, live) => live || event.tenant === tenant },
  },
  {
    id: 'leaks-in-replay',
    summary: 'replays the events of every tenant',
    behaviour: { sees: (event, tenant, live) => !live || event.tenant === tenant },
  },
  {
    id: 'replays-without-cursor',
    summary: 'replays everything when the cursor is absent',
    behaviour: {
      resolve: (opening, ...rest) => (opening.headerPresent ? resolveCursor(opening, ...rest) : { kind: 'resume', after: 0, cursor: null }),
    },
  },
  {
    id: 'replays-on-empty-cursor',
    summary: 'takes an empty cursor for the beginning of the log',
    behaviour: {
      resolve: (opening, ...rest) =>
        opening.headerPresent && opening.cursor === '' ? { kind: 'resume', after: 0, cursor: null } : resolveCursor(opening, ...rest),
    },
  },
  {
    id: 'refuses-empty-cursor',
    summary: 'takes an empty cursor for an unknown one',
    behaviour: {
      resolve: (opening, ...rest) =>
        opening.headerPresent && opening.cursor === '' && opening.strict
          ? { kind: 'refuse', cause: 'unknown' }
          : resolveCursor(opening, ...rest),
    },
  },
  {
    id: 'refuses-resumable',
    summary: 'does not take resumable=true together with replay=required',
    behaviour: { refuseForm: (query, cursors) => (query.has('resumable') ? 400 : RIGHT.refuseForm(query, cursors)) },
  },
  {
    id: 'loses-large-live-and-replayed',
    summary: 'loses events larger than a notification of its database',
    behaviour: {
      backlog: (...args) => RIGHT.backlog(...args).filter(({ payload }) => JSON.stringify(payload).length < NOTIFY_BYTES),
      copies: ({ payload }) => (JSON.stringify(payload).length < NOTIFY_BYTES ? 1 : 0),
    },
  },
  { id: 'forgets-on-restart', summary: 'keeps its log in the memory of the process', behaviour: { survivesRestart: false } },
  { id: 'replays-removed', summary: 'goes on to replay events that were removed, and to resume from them', behaviour: { removes: false } },
  { id: 'never-answers-streams', summary: 'accepts a request for a stream and answers nothing', behaviour: { streamHead: null } },
  { id: 'silent', summary: 'opens streams and sends nothing on them, not even comments', behaviour: { speaks: false, greeting: '' } },
  { id: 'never-keeps-alive', summary: 'sends no comments on an idle stream', behaviour: { keepsAlive: false } },
  { id: 'ends-inside-a-block', summary: 'ends a stream in the middle of its fourth event', behaviour: { cutsAfter: 3 } },
  {
    id: 'loses-ephemeral',
    summary: 'never delivers an ephemeral event',
    behaviour: { copies: ({ delivery }) => (delivery === 'ephemeral' ? 0 : 1) },
  },
  {
    id: 'restamps-on-replay',
    summary: 'gives a replayed event the time of its replay',
    behaviour: {
      frame: (event, replayed) => RIGHT.frame(replayed ? { ...event, timestamp: '2026-01-01T00:00:00.000Z' } : event, replayed),
    },
  },
  {
    id: 'invents-test-events',
    summary: 'emits a test event that nobody triggered beside each that somebody did',
    behaviour: { strays: (event) => (event.delivery === 'durable' ? [{ ...event, eventId: `${event.eventId}0` }] : []) },
  },
  {
    id: 'emits-unadvertised-type',
    summary: 'emits an event of a type that discovery does not list',
    behaviour: { strays: (event) => [{ ...event, eventId: `${event.eventId}1`, type: 'example.never-listed' }] },
  },
  {
    id: 'sends-state-as-event',
    summary: 'mixes the state of the connection into the stream',
    behaviour: { greeting: frameOf('resync', null, { state: 'open' }) },
  },
  {
    id: 'numbers-envelopes',
    summary: 'adds a sequence to the envelope',
    behaviour: {
      frame: (event) =>
        frameOf(event.type, event.delivery === 'durable' ? event.eventId : null, { ...envelopeOf(event), sequence: event.position }),
    },
  },
];
