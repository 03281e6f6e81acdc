import { parseResponseHead, type ResponseHead } from '../http/response-head.ts';
import type {
  Caller,
  Delivery,
  HostEventRun,
  ObservedExchange,
  ObservedFrame,
  ObservedRefusal,
  ObservedStream,
  ObservedTrigger,
  RefusalCause,
  StreamLeg,
} from '../observation/host-event-run.ts';

/** The answer of a host: status, fields, content. */
export function exchangeOf(
  status: number,
  fields: readonly string[],
  content: string,
  more: Partial<ObservedExchange> = {},
): ObservedExchange {
  return {
    connection: 1,
    caller: 'first',
    target: '/host/events',
    head: headOf(status, fields),
    content: Buffer.from(content),
    end: 'complete',
    problem: null,
    ...more,
  };
}

export function headOf(status: number, fields: readonly string[]): ResponseHead {
  return parseResponseHead(Buffer.from([`HTTP/1.1 ${status} X`, ...fields, '', ''].join('\r\n')));
}

export const STREAM_FIELDS = ['Content-Type: text/event-stream', 'Cache-Control: no-store, no-transform'] as const;
export const REFUSAL_FIELDS = ['Content-Type: application/json', 'Cache-Control: no-store'] as const;
export const REFUSAL_TEXT = '{"error":"host_event_resync_required","message":"Strict replay cannot resume from this position."}';

export function frameOf(eventId: string, delivery: Delivery, more: Partial<ObservedFrame> = {}): ObservedFrame {
  const type = `host-test.${delivery}-triggered`;
  const data = JSON.stringify({ type, eventId, timestamp: '2026-01-31T12:00:00.000Z', delivery, payload: {} });
  return { event: type, data, id: delivery === 'durable' ? eventId : null, lastEventId: '', start: 0, end: 1, at: 0, ...more };
}

/** Writes down a run as it would be seen, one happening after the other. */
class Script {
  readonly triggers: ObservedTrigger[] = [];
  readonly streams: ObservedStream[] = [];
  readonly refusals: ObservedRefusal[] = [];
  #moment = 0;
  #connection = 0;

  /** Causes an event; every stream given gets it. */
  emit(caller: Caller, delivery: Delivery, name: string, ...to: { frames: ObservedFrame[] }[]): void {
    const asked = this.tick();
    const answer = JSON.stringify({ eventId: name, type: `host-test.${delivery}-triggered` });
    const exchange = exchangeOf(202, ['Content-Type: application/json'], answer, { caller, connection: this.connection() });
    for (const { frames } of to) frames.push(frameOf(name, delivery, { at: this.tick() }));
    const type = `host-test.${delivery}-triggered`;
    this.triggers.push({ caller, delivery, exchange, asked, answered: this.tick(), eventId: name, type, via: 'trigger' });
  }

  open(
    leg: StreamLeg,
    caller: Caller,
    cursor: string | null,
    backlog: readonly string[] = [],
  ): ObservedStream & { frames: ObservedFrame[] } {
    const exchange = exchangeOf(200, STREAM_FIELDS, ':\n\n', { caller, connection: this.connection(), end: 'closed-by-kit' });
    const asked = this.tick();
    const opened = this.tick();
    const frames = backlog.map((name) => frameOf(name, 'durable', { at: this.tick() }));
    const stream = {
      leg,
      exchange,
      cursor,
      asked,
      opened,
      closed: Number.MAX_SAFE_INTEGER,
      frames,
      comments: [''],
      pendingBytes: 0,
      fault: null,
    };
    this.streams.push(stream);
    return stream;
  }

  refuse(cause: RefusalCause, cursor: string, milliseconds = 1, caller: Caller = 'first'): void {
    const exchange = exchangeOf(409, [...REFUSAL_FIELDS, `Date: ${this.tick()}`], REFUSAL_TEXT, { caller, connection: this.connection() });
    this.refusals.push({ cause, cursor, exchange, frames: [], milliseconds });
  }

  tick(): number {
    return (this.#moment += 1);
  }

  connection(): number {
    return (this.#connection += 1);
  }
}

/** A run in which the host did everything right, every leg of the operator's included. */
export function rightRun(): HostEventRun {
  const script = new Script();
  liveLegs(script);
  resumingLegs(script);
  operatorLegs(script);
  const error = (status: number, code: string): ObservedExchange =>
    exchangeOf(status, ['Content-Type: application/json'], JSON.stringify({ error: code, message: 'No.' }), {
      connection: script.connection(),
    });
  return {
    secrets: ['t-first-secret', 't-second-secret'],
    discovery: exchangeOf(200, ['Content-Type: application/json'], '{}'),
    facet: { types: [], replay: { minRetentionSeconds: 3600 } },
    types: new Map<string, Delivery>([
      ['host-test.durable-triggered', 'durable'],
      ['host-test.ephemeral-triggered', 'ephemeral'],
    ]),
    triggers: script.triggers,
    streams: script.streams,
    refusals: script.refusals,
    strangers: [error(401, 'unauthenticated')],
    withoutMode: [exchangeOf(200, STREAM_FIELDS, '', { end: 'closed-by-kit' })],
    oddities: [{ what: 'empty-replay', exchange: error(400, 'validation_error') }],
    idle: { waitedMilliseconds: 15_000, commentSeen: true, boundMilliseconds: 32_000 },
    removed: ['d-removed'],
  };
}

function liveLegs(script: Script): void {
  script.emit('first', 'durable', 'd-before');
  const live = script.open('absent-cursor', 'first', null);
  script.emit('first', 'durable', 'd-1', live);
  script.emit('first', 'ephemeral', 'e-1', live);
  script.emit('first', 'durable', 'd-2', live);
  script.emit('second', 'durable', 's-1');
  const second = script.open('second-live', 'second', null);
  script.emit('first', 'durable', 'd-3', live);
  script.emit('second', 'durable', 's-2', second);
}

function resumingLegs(script: Script): void {
  script.emit('first', 'durable', 'd-4');
  script.emit('first', 'ephemeral', 'e-2');
  script.emit('first', 'durable', 'd-5');
  const resumed = script.open('resume', 'first', 'd-1', ['d-2', 'd-3', 'd-4', 'd-5']);
  script.emit('first', 'durable', 'd-6', resumed);
  script.emit('first', 'durable', 'd-7', resumed);
  const resumable = script.open('resumable', 'first', 'd-5', ['d-6', 'd-7']);
  script.emit('first', 'durable', 'd-8', resumable);
  const second = script.open('second-resume', 'second', 's-1', ['s-2']);
  script.emit('second', 'durable', 's-3', second);
  const empty = script.open('empty-cursor', 'first', '');
  script.emit('first', 'durable', 'd-9', empty);
  script.refuse('unknown', 'no-such-event');
  script.refuse('malformed', 'not an id');
  script.refuse('over-long', 'x'.repeat(300));
  script.refuse('ephemeral', 'e-1');
  script.refuse('foreign', 's-1');
}

function operatorLegs(script: Script): void {
  for (const leg of ['restart', 'volume', 'payload'] as const) {
    const stream = script.open(leg, 'first', 'd-7', [
      'd-8',
      'd-9',
      ...(leg === 'restart' ? [] : ['d-restart']),
      ...(leg === 'payload' ? ['d-volume'] : []),
    ]);
    script.emit('first', 'durable', `d-${leg}`, stream);
  }
  script.emit('first', 'durable', 'd-removed');
  script.emit('first', 'durable', 'd-kept');
  const removal = script.open('removal', 'first', 'd-payload', ['d-kept']);
  script.emit('first', 'durable', 'd-removal', removal);
  script.refuse('removed', 'd-removed');
  script.refuse('expired', 'd-before');
  for (let count = 0; count < 400; count += 1)
    script.refuse(count % 2 === 0 ? 'unknown' : 'foreign', 'no-such-event', 1 + (count % 16) / 100);
}
