import type { ObservedTrigger } from '../observation/host-event-run.ts';
import type { LiveStream } from './live-stream.ts';
import type { Session } from './session.ts';

/** Events that later legs use as cursors. Null: the host did not say which event it emitted. */
export interface Cursors {
  readonly durable: string | null;
  readonly ephemeral: string | null;
  readonly foreign: string | null;
}

/** No cursor: live, and nothing of the past. Both classes are seen live here, which later absences rest on. */
export async function absentCursorLeg(session: Session): Promise<Cursors> {
  await session.trigger('first', 'durable');
  const stream = await session.open({ leg: 'absent-cursor', caller: 'first', cursor: null });
  await session.sentinel(stream, 'first');
  const ephemeral = await session.trigger('first', 'ephemeral');
  await session.arrives(stream, ephemeral);
  const cursor = await session.trigger('first', 'durable');
  // Only an event that was seen can be a cursor: what the trigger says alone proves nothing.
  const seen = await session.arrives(stream, cursor);
  await session.triggerInOrder('first', ['durable', 'ephemeral']);
  await session.sentinel(stream, 'first');
  stream.close();
  return { durable: seen ? cursor.eventId : null, ephemeral: ephemeral.eventId, foreign: null };
}

export async function emptyCursorLeg(session: Session): Promise<void> {
  const stream = await session.open({ leg: 'empty-cursor', caller: 'first', cursor: '' });
  await session.sentinel(stream, 'first');
  await session.sentinel(stream, 'first');
  stream.close();
}

/** A second tenant: its events and the first one's pass each other on open streams and in replays. */
export async function secondTenantLeg(session: Session): Promise<string | null> {
  const cursor = await session.trigger('second', 'durable');
  const first = await session.open({ leg: 'absent-cursor', caller: 'first', cursor: null });
  const second = await session.open({ leg: 'second-live', caller: 'second', cursor: null });
  await session.sentinel(second, 'second');
  await session.triggerInOrder('first', ['durable', 'ephemeral']);
  await session.triggerInOrder('second', ['ephemeral']);
  await Promise.all([session.sentinel(second, 'second'), session.sentinel(first, 'first')]);
  second.close();
  first.close();
  if (cursor.eventId !== null) {
    const resumed = await session.open({ leg: 'second-resume', caller: 'second', cursor: cursor.eventId });
    await session.trigger('first', 'durable');
    await session.sentinel(resumed, 'second');
    resumed.close();
  }
  return cursor.eventId;
}

/** Cut, emit while nobody listens, resume, go on live. Two sentinels, so that a doubled first one is seen. */
export async function resumeLegs(session: Session, cursor: string): Promise<ObservedTrigger[]> {
  const away = await session.triggerInOrder('first', ['durable', 'ephemeral', 'durable', 'ephemeral', 'durable']);
  const resumed = await session.open({ leg: 'resume', caller: 'first', cursor });
  await session.sentinel(resumed, 'first');
  await session.sentinel(resumed, 'first');
  resumed.close();
  const later = away[0]?.eventId ?? cursor;
  const resumable = await session.open({ leg: 'resumable', caller: 'first', cursor: later, resumable: true });
  await session.sentinel(resumable, 'first');
  resumable.close();
  return away;
}

/** Openings that race with emissions, each round in another order, on two streams with different backlogs. */
export async function handoffLeg(session: Session, cursors: readonly string[]): Promise<void> {
  for (let round = 0; round < session.options.handoffRounds; round += 1) {
    const race = RACES[round % RACES.length] ?? emissionFirst;
    const streams = await race(session, cursors);
    for (const stream of streams) await session.sentinel(stream, 'first');
    for (const stream of streams) stream.close();
  }
}

type Race = (session: Session, cursors: readonly string[]) => Promise<LiveStream[]>;

async function emissionFirst(session: Session, cursors: readonly string[]): Promise<LiveStream[]> {
  const emitted = session.trigger('first', 'durable');
  const streams = startAll(session, cursors);
  await Promise.all([emitted, ...streams.map((stream) => stream.opened())]);
  return streams;
}

async function openingFirst(session: Session, cursors: readonly string[]): Promise<LiveStream[]> {
  const streams = startAll(session, cursors);
  const emitted = [session.trigger('first', 'durable'), session.trigger('first', 'durable')];
  await Promise.all([...emitted, ...streams.map((stream) => stream.opened())]);
  return streams;
}

async function atTheHead(session: Session, cursors: readonly string[]): Promise<LiveStream[]> {
  const streams = startAll(session, cursors);
  const emitted = streams.map(async (stream) => {
    await stream.opened();
    return session.trigger('first', 'durable');
  });
  await Promise.all(emitted);
  return streams;
}

const RACES: readonly Race[] = [emissionFirst, openingFirst, atTheHead];

function startAll(session: Session, cursors: readonly string[]): LiveStream[] {
  return cursors.map((cursor) => session.start({ leg: 'handoff', caller: 'first', cursor }));
}

/** Every kind of cursor that a host may not resume, and the answers that have to stay as they are. */
export async function refusalLegs(session: Session, cursors: Cursors): Promise<void> {
  const { platform } = session.host;
  const sample = cursors.durable ?? 'evt_0000000000000000';
  const unknown = (): string => alike(sample, platform.randomHex(Math.max(32, sample.length)));
  await session.refusal('unknown', unknown());
  await session.refusal('malformed', 'not a cursor; %00 "<>');
  await session.refusal('malformed', 'ж→😀');
  await session.refusal('over-long', `${unknown()}${'x'.repeat(300)}`);
  if (cursors.ephemeral !== null) await session.refusal('ephemeral', cursors.ephemeral);
  if (cursors.foreign !== null) {
    await session.refusal('foreign', cursors.foreign);
    if (cursors.durable !== null) await session.refusal('foreign', cursors.durable, 'second');
  }
  await session.refusal('unknown', unknown());
  await otherAnswers(session, unknown(), cursors.durable);
}

/** Characters of chance in an id that is made up. */
const MIN_CHANCE = 16;

/** An id of the same length and alphabet as one that the host gave, so that only a look-up can tell it from a real one. */
export function alike(sample: string, hex: string): string {
  const keep = /^[A-Za-z]{1,8}[_:-]/.exec(sample)?.[0] ?? '';
  const given = sample.slice(keep.length);
  // A short id, a number for example, would be likely to be that of another event.
  const long = given.length >= MIN_CHANCE ? given : given.repeat(Math.ceil(MIN_CHANCE / Math.max(given.length, 1)));
  const tail = long.split('').map((character, index) => {
    if (!/[0-9A-Za-z]/.test(character)) return character;
    const digit = Number.parseInt(hex[index % hex.length] ?? '0', 16);
    return /[0-9]/.test(character)
      ? String(digit % 10)
      : /[a-f]/.test(character)
        ? 'abcdef'.charAt(digit % 6)
        : changedCase(character, digit);
  });
  return keep + tail.join('');
}

function changedCase(character: string, digit: number): string {
  const letter = 'abcdefghijklmnop'.charAt(digit);
  return /[A-Z]/.test(character) ? letter.toUpperCase() : letter;
}

async function otherAnswers(session: Session, unknown: string, durable: string | null): Promise<void> {
  const strict = '/host/events?replay=required';
  const get = { method: 'GET' as const, caller: 'first' as const };
  for (const cursor of [unknown, ...(durable === null ? [] : [durable])]) {
    session.strangers.push(await session.probe({ ...get, caller: 'stranger', target: strict, lastEventId: [cursor] }));
  }
  session.withoutMode.push(await session.probe({ ...get, target: '/host/events', lastEventId: [unknown] }));
  const odd = [
    ['empty-replay', '/host/events?replay=', [unknown]],
    ['other-replay', '/host/events?replay=optional', [unknown]],
    ['repeated-replay', '/host/events?replay=required&replay=required', [unknown]],
    ['repeated-cursor', strict, [unknown, unknown]],
  ] as const;
  for (const [what, target, lastEventId] of odd) {
    session.oddities.push({ what, exchange: await session.probe({ ...get, target, lastEventId, deliberate: true }) });
  }
}

/** The comment that a host sends at once is no keep-alive: a second one is, or one that comes after a while. */
export async function idleLeg(session: Session): Promise<void> {
  const bound = session.options.deadlines.keepAliveMs;
  if (bound === 0) return;
  session.options.progress('an idle stream');
  const stream = await session.open({ leg: 'idle', caller: 'first', cursor: null });
  const atOnce = Math.min(1000, bound / 3);
  const started = session.host.platform.now();
  const first = await stream.comment(bound + 2);
  let commentSeen = first !== null;
  if (first !== null && first < atOnce && stream.observed().comments.length < 2) {
    // A timer may end a part of a millisecond before its time, and the judge wants the whole of it.
    commentSeen = (await stream.comment(bound + 2)) !== null;
  }
  stream.close();
  const waited = session.host.platform.now() - started;
  if (!(await stream.opened())) return;
  session.idle = { waitedMilliseconds: waited, commentSeen, boundMilliseconds: bound };
}
