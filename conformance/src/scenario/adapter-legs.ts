import type { RefusalCause } from '../observation/host-event-run.ts';
import { KitFault } from './kit-fault.ts';
import type { Session } from './session.ts';
import type { Cursors } from './legs.ts';

/** Larger than the bound of a PostgreSQL notification, which is what hosts lose large events to. */
const LARGE_PAYLOAD_BYTES = 100_000;
/** More than the 1,000-entry and 500-entry rings that hosts have been seen with. */
const FLOOD_EVENTS = 1_200;

/** H6.2: what only the host's operator can cause. Nothing here is scored. */
export async function adapterLegs(session: Session, cursors: Cursors): Promise<void> {
  const cursor = cursors.durable;
  if (cursor === null) return;
  await attempt(session, () => payloadLeg(session, cursor));
  await attempt(session, () => floodLeg(session));
  await attempt(session, () => restartLeg(session, cursor));
  await attempt(session, () => removalLeg(session));
  await attempt(session, () => expiryLeg(session));
  await timingLeg(session, cursors);
}

/** An operator's means that fails is no fault of the host's, nor of the kit's: the rows that need it stay untested. */
async function attempt(session: Session, leg: () => Promise<void>): Promise<void> {
  try {
    await leg();
  } catch (error) {
    if (error instanceof KitFault) throw error;
    session.options.progress(`this leg is left out, because its means failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function payloadLeg(session: Session, cursor: string): Promise<void> {
  const { emitLarge } = session.options.adapters;
  if (emitLarge === undefined) return;
  session.options.progress('a large event');
  const asked = session.host.tick();
  const eventId = await emitLarge(LARGE_PAYLOAD_BYTES);
  const [before] = session.triggers;
  if (before === undefined) return;
  const answered = session.host.tick();
  session.options.cause({ action: 'emit', connection: null, caller: 'first', eventId, delivery: 'durable' });
  session.triggers.push({ ...before, caller: 'first', delivery: 'durable', asked, answered, eventId, type: null, via: 'seam' });
  const stream = await session.open({ leg: 'payload', caller: 'first', cursor });
  await session.sentinel(stream, 'first');
  stream.close();
}

async function floodLeg(session: Session): Promise<void> {
  const { flood } = session.options.adapters;
  if (flood === undefined) return;
  session.options.progress(`${FLOOD_EVENTS} events, then a cursor from before them`);
  const [cursor] = await session.triggerInOrder('first', ['durable', 'durable', 'durable']);
  await flood(FLOOD_EVENTS);
  const stream = await session.open({ leg: 'volume', caller: 'first', cursor: cursor?.eventId ?? null });
  await session.sentinel(stream, 'first');
  stream.close();
}

async function restartLeg(session: Session, cursor: string): Promise<void> {
  const { restart } = session.options.adapters;
  if (restart === undefined) return;
  session.options.progress('another process');
  await session.triggerInOrder('first', ['durable', 'durable']);
  const moved = await restart();
  session.options.cause({ action: 'restart', connection: null });
  if (moved !== null) session.host.url = new URL(moved);
  const stream = await session.open({ leg: 'restart', caller: 'first', cursor });
  await session.sentinel(stream, 'first');
  stream.close();
}

async function removalLeg(session: Session): Promise<void> {
  const { remove } = session.options.adapters;
  if (remove === undefined) return;
  session.options.progress('a removed event');
  const [cursor, removed] = await session.triggerInOrder('first', ['durable', 'durable', 'durable']);
  if (cursor?.eventId == null || removed?.eventId == null) return;
  await remove(removed.eventId);
  session.options.cause({ action: 'remove', connection: null, eventId: removed.eventId });
  session.removed.push(removed.eventId);
  const stream = await session.open({ leg: 'removal', caller: 'first', cursor: cursor.eventId });
  await session.sentinel(stream, 'first');
  stream.close();
  await session.refusal('removed', removed.eventId);
}

async function expiryLeg(session: Session): Promise<void> {
  const { expire } = session.options.adapters;
  if (expire === undefined) return;
  session.options.progress('a cursor older than the bound');
  const old = await session.trigger('first', 'durable');
  if (old.eventId === null) return;
  await expire(old.eventId);
  session.options.cause({ action: 'expire', connection: null, eventId: old.eventId });
  await session.refusal('expired', old.eventId, 'first', false);
}

/** Causes take turns, so that what slows the machine slows them alike. */
async function timingLeg(session: Session, cursors: Cursors): Promise<void> {
  const { timings } = session.options;
  if (timings === 0) return;
  session.options.progress(`${timings} refusals of each kind, timed`);
  const { platform } = session.host;
  const probes: (readonly [RefusalCause, () => string])[] = [
    ['unknown', () => `evt_${platform.randomHex(12)}`],
    ...(cursors.ephemeral === null ? [] : [['ephemeral', () => cursors.ephemeral ?? ''] as const]),
    ...(cursors.foreign === null ? [] : [['foreign', () => cursors.foreign ?? ''] as const]),
  ];
  for (let count = 0; count < timings * probes.length; count += 1) {
    // Each round starts with another cause: the first after a pause is slower, whatever it asks.
    const round = Math.floor(count / probes.length);
    const [cause, cursor] = probes[(count + round) % probes.length] ?? ['unknown', () => ''];
    await session.refusal(cause, cursor());
  }
}
