import { describe, expect, test } from 'vitest';
import type { HostEventRun, ObservedFrame, ObservedRefusal, ObservedStream, StreamLeg } from '../observation/host-event-run.ts';
import { exchangeOf, frameOf, headOf, REFUSAL_FIELDS, REFUSAL_TEXT, rightRun, STREAM_FIELDS } from '../test-support/right-run.ts';
import { ALL_JUDGES } from './all-judges.ts';
import { MIN_TIMINGS } from './ours.ts';

type Change = (run: HostEventRun) => HostEventRun;

function convicted(run: HostEventRun): string[] {
  return ALL_JUDGES.filter(({ judge }) => judge(run).faults.length > 0).map(({ requirement }) => requirement);
}

function onStream(leg: StreamLeg, change: (stream: ObservedStream) => Partial<ObservedStream>): Change {
  return (run) => ({ ...run, streams: run.streams.map((stream) => (stream.leg === leg ? { ...stream, ...change(stream) } : stream)) });
}

function frames(leg: StreamLeg, change: (frames: readonly ObservedFrame[]) => readonly ObservedFrame[]): Change {
  return onStream(leg, (stream) => ({ frames: change(stream.frames) }));
}

function onRefusal(cause: ObservedRefusal['cause'], change: (refusal: ObservedRefusal) => Partial<ObservedRefusal>): Change {
  return (run) => ({
    ...run,
    refusals: run.refusals.map((refusal) => (refusal.cause === cause ? { ...refusal, ...change(refusal) } : refusal)),
  });
}

function everyRefusal(fields: readonly string[], text: string, status = 409): Change {
  return (run) => ({
    ...run,
    refusals: run.refusals.map((refusal) => ({
      ...refusal,
      exchange: { ...refusal.exchange, head: headOf(status, fields), content: Buffer.from(text) },
    })),
  });
}

function answered(status: number, text: string, fields: readonly string[] = REFUSAL_FIELDS) {
  return ({ exchange }: ObservedRefusal) => ({ exchange: { ...exchange, head: headOf(status, fields), content: Buffer.from(text) } });
}

const wentLive = ({ exchange }: ObservedRefusal) => ({
  exchange: { ...exchange, head: headOf(200, STREAM_FIELDS), content: Buffer.from(':\n\n'), end: 'closed-by-kit' as const },
});
const without = (name: string) => (list: readonly ObservedFrame[]) => list.filter(({ data }) => !data.includes(`"${name}"`));
const twice = (name: string) => (list: readonly ObservedFrame[]) =>
  list.flatMap((frame) => (frame.data.includes(`"${name}"`) ? [frame, frame] : [frame]));
const withFrame =
  (...more: ObservedFrame[]) =>
  (list: readonly ObservedFrame[]) => [...more, ...list];
const reworded = (change: (envelope: Record<string, unknown>) => object) => (list: readonly ObservedFrame[]) =>
  list.map((frame, index) =>
    index === list.length - 1 ? { ...frame, data: JSON.stringify(change(JSON.parse(frame.data) as Record<string, unknown>)) } : frame,
  );

/** Every wrong answer, and exactly who convicts it. */
const WRONG: readonly (readonly [string, Change, readonly string[]])[] = [
  [
    'a retained cursor is refused',
    onStream('resume', ({ exchange }) => ({ exchange: { ...exchange, head: headOf(409, REFUSAL_FIELDS) }, frames: [] })),
    ['0250.b.retained-cursor-resumed'],
  ],
  [
    'resumable=true is refused',
    onStream('resumable', ({ exchange }) => ({ exchange: { ...exchange, head: headOf(400, []) }, frames: [] })),
    ['0250.b.resumable-unchanged'],
  ],
  ['the backlog lacks an event', frames('resume', without('d-4')), ['0250.b.replays-all']],
  ['the backlog lacks its last event', frames('resume', without('d-5')), ['0250.b.replays-all']],
  ['the backlog has an event twice', frames('resume', twice('d-3')), ['0250.b.replay-each-once']],
  ['the backlog is reversed', frames('resume', (list) => list.toReversed()), ['0250.b.commit-order']],
  ['the cursor event comes again', frames('resume', withFrame(frameOf('d-1', 'durable'))), ['0250.b.cursor-not-repeated']],
  ['an ephemeral event is replayed', frames('resume', withFrame(frameOf('e-2', 'ephemeral'))), ['0250.b.no-ephemeral-replayed']],
  ['the first live event is lost', frames('resume', without('d-6')), ['0250.b.handoff-no-gap']],
  ['a live event is doubled', frames('resume', twice('d-6')), ['0250.b.handoff-no-repeat']],
  ['an absent cursor replays', frames('absent-cursor', withFrame(frameOf('d-before', 'durable'))), ['0250.b.absent-cursor-live']],
  ['an absent cursor opens a dead stream', frames('absent-cursor', () => []), ['0250.b.absent-cursor-live']],
  [
    'an absent cursor is refused',
    onStream('absent-cursor', ({ exchange }) => ({ exchange: { ...exchange, head: headOf(409, []) }, opened: null, frames: [] })),
    ['0250.b.absent-cursor-live'],
  ],
  ['an empty cursor replays', frames('empty-cursor', withFrame(frameOf('d-8', 'durable'))), ['0250.b.empty-cursor-live']],
  [
    'an empty cursor is refused',
    onStream('empty-cursor', ({ exchange }) => ({ exchange: { ...exchange, head: headOf(409, []) }, opened: null, frames: [] })),
    ['0250.b.empty-cursor-live'],
  ],
  ['an ephemeral cursor goes live', onRefusal('ephemeral', wentLive), ['0250.c.refuses-ephemeral']],
  ['another tenant’s cursor is resumed', onRefusal('foreign', wentLive), ['0250.c.refuses-foreign']],
  ['a malformed cursor goes live', onRefusal('malformed', wentLive), ['0250.c.refuses-malformed']],
  ['an unknown cursor goes live', onRefusal('unknown', wentLive), ['0250.c.refuses-unknown']],
  [
    'an unknown cursor gets 409 with another code',
    onRefusal('unknown', answered(409, '{"error":"conflict","message":"No."}')),
    ['0250.c.refuses-unknown', '0250.c.byte-identical', '0250.c.error-row'],
  ],
  [
    'an over-long cursor gets 431',
    onRefusal('over-long', answered(431, '')),
    ['0250.c.refuses-over-long', '0250.c.byte-identical', 'tidemark.h2.4a.headers-identical'],
  ],
  ['a removed cursor goes live', onRefusal('removed', wentLive), ['0250.c.refuses-removed']],
  [
    'an old cursor gets 410',
    onRefusal('expired', answered(410, REFUSAL_TEXT)),
    ['0250.c.byte-identical', 'tidemark.h2.4a.headers-identical', '0250.c.older-than-bound'],
  ],
  ['one byte differs', onRefusal('foreign', answered(409, `${REFUSAL_TEXT}\n`)), ['0250.c.byte-identical']],
  [
    'a status differs',
    onRefusal('foreign', answered(404, REFUSAL_TEXT)),
    ['0250.c.refuses-foreign', '0250.c.byte-identical', 'tidemark.h2.4a.headers-identical'],
  ],
  [
    'a comment precedes the refusal',
    everyRefusal(REFUSAL_FIELDS, `:\n\n${REFUSAL_TEXT}`),
    [
      '0250.c.refuses-unknown',
      '0250.c.refuses-malformed',
      '0250.c.refuses-over-long',
      '0250.c.refuses-ephemeral',
      '0250.c.refuses-foreign',
      '0250.c.before-any-sse-byte',
      '0250.c.error-row',
      '0250.c.refuses-removed',
      '0250.c.older-than-bound',
    ],
  ],
  [
    'bytes precede the status line',
    onRefusal('unknown', ({ exchange }) => ({ exchange: { ...exchange, head: null, end: 'malformed' } })),
    ['0250.c.refuses-unknown', '0250.c.before-any-sse-byte'],
  ],
  [
    'a stream opens and ends',
    onRefusal('unknown', (refusal) => ({ exchange: { ...wentLive(refusal).exchange, end: 'complete' } })),
    ['0250.c.refuses-unknown', '0250.c.before-any-sse-byte'],
  ],
  ['the refusal has another member', everyRefusal(REFUSAL_FIELDS, REFUSAL_TEXT.replace('}', ',"hint":1}')), ['0250.c.error-row']],
  ['the refusal has details', everyRefusal(REFUSAL_FIELDS, REFUSAL_TEXT.replace('}', ',"details":{}}')), ['0250.c.error-row']],
  ['the refusal invites a retry', everyRefusal([...REFUSAL_FIELDS, 'Retry-After: 1'], REFUSAL_TEXT), ['0250.c.not-retriable']],
  ['the refusal may be stored', everyRefusal(['Content-Type: application/json'], REFUSAL_TEXT), ['tidemark.h2.4a.no-store']],
  [
    'the refusal names an event',
    everyRefusal(REFUSAL_FIELDS, REFUSAL_TEXT.replace('position', 'd-before')),
    ['0250.d.refusal-echoes-nothing'],
  ],
  [
    'the refusal holds a credential',
    everyRefusal([...REFUSAL_FIELDS, 'X-Key: t-second-secret'], REFUSAL_TEXT),
    ['0250.d.refusal-echoes-nothing'],
  ],
  [
    'a refusal echoes its cursor as an address would',
    onRefusal('malformed', answered(409, REFUSAL_TEXT, [...REFUSAL_FIELDS, 'Link: </x?cursor=not%20an%20id>'])),
    ['0250.d.refusal-echoes-nothing', 'tidemark.h2.4a.headers-identical'],
  ],
  [
    'a refusal echoes its cursor',
    onRefusal('malformed', answered(409, REFUSAL_TEXT, [...REFUSAL_FIELDS, 'X: not an id'])),
    ['0250.d.refusal-echoes-nothing', 'tidemark.h2.4a.headers-identical'],
  ],
  [
    'a stranger is told about cursors',
    (run) => ({ ...run, strangers: [exchangeOf(409, REFUSAL_FIELDS, REFUSAL_TEXT)] }),
    ['0250.c.authentication-own-answer'],
  ],
  [
    'a stranger gets a stream',
    (run) => ({ ...run, strangers: [exchangeOf(200, STREAM_FIELDS, '')] }),
    ['0250.c.authentication-own-answer'],
  ],
  [
    'a request without the mode is refused',
    (run) => ({ ...run, withoutMode: [exchangeOf(409, REFUSAL_FIELDS, REFUSAL_TEXT)] }),
    ['0250.s.without-mode-unchanged'],
  ],
  [
    'a stream is text/plain',
    onStream('empty-cursor', ({ exchange }) => ({ exchange: { ...exchange, head: headOf(200, ['Content-Type: text/plain']) } })),
    ['0250.b.empty-cursor-live', '0236.stream.event-stream'],
  ],
  [
    'a stream ends inside a block',
    onStream('empty-cursor', ({ exchange }) => ({ exchange: { ...exchange, end: 'complete' }, pendingBytes: 4 })),
    ['0236.stream.event-stream'],
  ],
  ['a stream breaks a bound', onStream('empty-cursor', () => ({ fault: 'at byte 9: too long' })), ['0236.stream.event-stream']],
  [
    'a stream breaks its chunks',
    onStream('empty-cursor', ({ exchange }) => ({ exchange: { ...exchange, end: 'malformed', problem: 'p' } })),
    ['0236.stream.event-stream'],
  ],
  [
    'an idle stream is silent',
    (run) => ({ ...run, idle: { waitedMilliseconds: 32_000, commentSeen: false, boundMilliseconds: 32_000 } }),
    ['0236.stream.keep-alive'],
  ],
  [
    'the trigger answers 200',
    (run) => ({ ...run, triggers: run.triggers.map((one) => ({ ...one, exchange: { ...one.exchange, head: headOf(200, []) } })) }),
    ['0241.trigger.answer'],
  ],
  [
    'the trigger answers without an id',
    (run) => ({
      ...run,
      triggers: [
        ...run.triggers,
        ...run.triggers.slice(0, 1).map((one) => ({ ...one, eventId: null, exchange: { ...one.exchange, content: Buffer.from('{}') } })),
      ],
    }),
    ['0241.trigger.answer'],
  ],
  [
    'the trigger names another type',
    (run) => ({ ...run, triggers: run.triggers.map((one) => ({ ...one, type: 'host-test.triggered' })) }),
    ['0241.trigger.answer'],
  ],
  [
    'two events have one id',
    (run) => ({
      ...run,
      triggers: [...run.triggers, ...run.triggers.filter(({ eventId }) => eventId === 'e-2').map((one) => ({ ...one }))],
    }),
    ['0236.event-id.unique'],
  ],
  ['a live stream lacks an ephemeral event', frames('absent-cursor', without('e-1')), ['0241.trigger.emits']],
  ['a test event comes from nowhere', frames('absent-cursor', withFrame(frameOf('stray', 'durable'))), ['0241.trigger.only-in-answer']],
  ['the second tenant sees the first’s events', frames('second-live', withFrame(frameOf('d-3', 'durable'))), ['0250.d.tenant-isolation']],
  ['the first tenant is replayed the second’s events', frames('resume', withFrame(frameOf('s-2', 'durable'))), ['0250.d.tenant-isolation']],
  ['the facet has a mode', (run) => ({ ...run, facet: { replay: { minRetentionSeconds: 1, mode: 'strict' } } }), ['0250.a.facet-closed']],
  [
    'the facet promises 0 seconds',
    (run) => ({ ...run, facet: { replay: { minRetentionSeconds: 0 } } }),
    ['0250.a.min-retention-positive-integer'],
  ],
  [
    'the facet promises half a second',
    (run) => ({ ...run, facet: { replay: { minRetentionSeconds: 0.5 } } }),
    ['0250.a.min-retention-positive-integer'],
  ],
  ['the facet promises nothing', (run) => ({ ...run, facet: { replay: {} } }), ['0250.a.min-retention-positive-integer']],
  [
    'an envelope has a sequence',
    frames(
      'second-resume',
      reworded((envelope) => ({ ...envelope, sequence: 1 })),
    ),
    ['0236.envelope.closed', 'tidemark.c4.published-description'],
  ],
  [
    'an envelope has no timestamp',
    frames(
      'second-resume',
      reworded((envelope) => ({ ...envelope, timestamp: undefined })),
    ),
    ['0236.envelope.closed', 'tidemark.c4.published-description'],
  ],
  [
    'a timestamp is no date',
    frames(
      'second-resume',
      reworded((envelope) => ({ ...envelope, timestamp: 'yesterday' })),
    ),
    ['0236.envelope.closed', 'tidemark.c4.published-description'],
  ],
  [
    'a timestamp has an offset',
    frames(
      'second-resume',
      reworded((envelope) => ({ ...envelope, timestamp: '2026-01-31T12:00:00+01:00' })),
    ),
    ['tidemark.c4.published-description'],
  ],
  [
    'a test event has a payload',
    frames(
      'second-resume',
      reworded((envelope) => ({ ...envelope, payload: { a: 1 } })),
    ),
    ['0236.envelope.closed', 'tidemark.c4.published-description'],
  ],
  ['data is no JSON', frames('empty-cursor', (list) => [...list, { ...frameOf('x', 'durable'), data: '{' }]), ['0236.envelope.closed']],
  [
    'an event differs when it is replayed',
    frames(
      'resume',
      reworded((envelope) => ({ ...envelope, timestamp: '2026-01-31T12:00:01.000Z' })),
    ),
    ['0236.event-id.stable'],
  ],
  ['a durable frame has no id', frames('empty-cursor', (list) => list.map((frame) => ({ ...frame, id: null }))), ['0236.frame.durable-id']],
  [
    'a durable frame has another id',
    frames('empty-cursor', (list) => list.map((frame) => ({ ...frame, id: '1' }))),
    ['0236.frame.durable-id'],
  ],
  [
    'an ephemeral frame has an empty id',
    frames('absent-cursor', (list) => list.map((frame) => ({ ...frame, id: frame.id ?? '' }))),
    ['0236.frame.ephemeral-no-id'],
  ],
  [
    'a frame goes by another name',
    frames('empty-cursor', (list) => list.map((frame) => ({ ...frame, event: 'message' }))),
    ['0236.frame.event-is-type'],
  ],
  [
    'an envelope says another class',
    (run) => ({
      ...run,
      types: new Map([
        ['host-test.durable-triggered', 'durable'],
        ['host-test.ephemeral-triggered', 'durable'],
      ]),
    }),
    ['0236.envelope.delivery-is-advertised'],
  ],
  [
    'a type is not advertised',
    (run) => ({ ...run, types: new Map([['host-test.durable-triggered', 'durable']]) }),
    ['0236.stream.advertised-types-only'],
  ],
  [
    'a stream may be transformed',
    onStream('empty-cursor', ({ exchange }) => ({
      exchange: { ...exchange, head: headOf(200, ['Content-Type: text/event-stream', 'Cache-Control: no-store']) },
    })),
    ['tidemark.b1.1.stream-head'],
  ],
  [
    'an empty mode is taken',
    (run) => ({ ...run, oddities: [{ what: 'empty-replay', exchange: exchangeOf(200, STREAM_FIELDS, '') }] }),
    ['tidemark.h2.3.undefined-forms'],
  ],
  [
    'a foreign cursor takes longer',
    onRefusal('foreign', ({ milliseconds }) => ({ milliseconds: milliseconds + 1 })),
    ['tidemark.h2.4a.timing'],
  ],
  ['a restart loses an event', frames('restart', without('d-9')), ['0250.b.restart-survival']],
  [
    'a restart forgets the cursor',
    onStream('restart', ({ exchange }) => ({ exchange: { ...exchange, head: headOf(409, []) }, frames: [] })),
    ['0250.b.restart-survival'],
  ],
  [
    'volume evicts the cursor',
    onStream('volume', ({ exchange }) => ({ exchange: { ...exchange, head: headOf(409, []) }, frames: [] })),
    ['0250.a.any-volume'],
  ],
  ['a large event is lost', frames('payload', without('d-volume')), ['0250.b.any-payload-size']],
  ['a removed event is replayed', frames('removal', withFrame(frameOf('d-removed', 'durable'))), ['0250.d.removed-left-out']],
];

test('[K2] the right host is convicted by nobody, and every judge decides', () => {
  const run = rightRun();
  expect(convicted(run)).toEqual([]);
  expect(ALL_JUDGES.filter(({ judge }) => judge(run).observations === 0).map(({ requirement }) => requirement)).toEqual([]);
});

test.each(WRONG)('[K2] %s', (_name, change, judges) => {
  expect(convicted(change(rightRun()))).toEqual(judges);
});

test('[K2, K4] every judge has a wrong answer that it convicts', () => {
  const caught = new Set(WRONG.flatMap(([, , judges]) => judges));
  expect(ALL_JUDGES.map(({ requirement }) => requirement).filter((id) => !caught.has(id))).toEqual([]);
});

const overlapping: Change = (run) => ({
  ...run,
  triggers: run.triggers.map((one) =>
    one.eventId === 'd-5' ? { ...one, asked: run.triggers.find(({ eventId }) => eventId === 'd-4')?.asked ?? 0 } : one,
  ),
});
const dead: Change = (run) => ({ ...run, streams: run.streams.map((stream) => ({ ...stream, frames: [] })) });

describe('what is no fault', () => {
  const swapped = frames('resume', (list) => list.map((frame, index) => [list[3], list[2]][index - 2] ?? frame));
  const RIGHT: readonly (readonly [string, Change])[] = [
    ['an old cursor is resumed', onRefusal('expired', wentLive)],
    ['events emitted concurrently come in either order', (run) => swapped(overlapping(run))],
    [
      'a heartbeat shares the stream',
      frames('resume', withFrame({ ...frameOf('x', 'durable'), event: 'heartbeat', data: '{}', id: null })),
    ],
    ['details are written out as null', everyRefusal(REFUSAL_FIELDS, REFUSAL_TEXT.replace('}', ',"details":null}'))],
    ['a host words its own message', everyRefusal(REFUSAL_FIELDS, REFUSAL_TEXT.replace('Strict', 'A'))],
    ['a busy host', onStream('handoff', ({ exchange }) => ({ exchange: { ...exchange, head: headOf(429, ['Retry-After: 1']) } }))],
    [
      'ids are short numbers, and one stands in a date',
      (run) => ({
        ...everyRefusal([...REFUSAL_FIELDS, 'Date: Sat, 31 Jan 2026 12:00:17 GMT'], REFUSAL_TEXT)(run),
        triggers: run.triggers.map((one) => (one.eventId === 'd-before' ? { ...one, eventId: '17' } : one)),
      }),
    ],
    ['Date differs', onRefusal('unknown', answered(409, REFUSAL_TEXT, [...REFUSAL_FIELDS, 'Date: another']))],
    ['the host ends a stream between two events', onStream('empty-cursor', ({ exchange }) => ({ exchange: { ...exchange, end: 'fin' } }))],
  ];

  test.each(RIGHT)('[K2, K3.1, H2.2] %s', (_name, change) => {
    expect(convicted(change(rightRun()))).toEqual([]);
  });
});

function deep(tail: string): string {
  return `{"eventId":"d-9","x":${'['.repeat(100_000)}${tail}${']'.repeat(100_000)}}`;
}

test('[K2, K3.2] data that is nested beyond reason convicts the host, not the kit', () => {
  const run = onStream('restart', (stream) => ({ frames: stream.frames.map((frame) => ({ ...frame, data: deep('1') })) }))(
    frames('empty-cursor', (list) => list.map((frame) => ({ ...frame, data: deep('') })))(rightRun()),
  );
  expect(convicted(run)).toEqual(expect.arrayContaining(['0236.envelope.closed', '0236.event-id.stable']));
});

describe('no verdict without an observation', () => {
  test('[K3] a resumed stream that shows no sign of life decides nothing', () => {
    const run = dead(rightRun());
    const silent = ALL_JUDGES.filter(({ requirement }) => /^0250\.b\.(?:replay|commit|cursor-not|no-ephemeral|handoff)/.test(requirement));
    expect(silent.map(({ judge }) => [judge(run).observations, judge(run).faults.length])).toEqual(silent.map(() => [0, 0]));
    expect(silent).toHaveLength(7);
  });

  test('[K3] ephemeral events that were never seen live prove nothing by their absence', () => {
    const run = frames('absent-cursor', without('e-1'))(rightRun());
    const judge = ALL_JUDGES.find(({ requirement }) => requirement === '0250.b.no-ephemeral-replayed')?.judge;
    expect(judge?.(run)).toEqual({
      observations: 0,
      faults: [],
      missing: 'no ephemeral event was seen live and then passed by a resumed stream that is alive',
    });
  });

  test('[H2.4a] too few requests are no distribution', () => {
    const run = rightRun();
    const few = { ...run, refusals: run.refusals.slice(0, MIN_TIMINGS) };
    const judge = ALL_JUDGES.find(({ requirement }) => requirement === 'tidemark.h2.4a.timing')?.judge;
    expect(judge?.(few).missing).toBe('fewer than 200 requests per cause were timed');
  });

  test('[K3] nothing seen, nothing judged', () => {
    const nothing: HostEventRun = {
      ...rightRun(),
      facet: {},
      triggers: [],
      streams: [],
      refusals: [],
      strangers: [],
      withoutMode: [],
      oddities: [],
      idle: null,
      removed: [],
    };
    expect(ALL_JUDGES.filter(({ judge }) => judge(nothing).observations > 0 || judge(nothing).missing === null)).toEqual([]);
  });
});
