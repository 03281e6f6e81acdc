import { admit, type Admitted } from './admission.ts';
import { CallContext } from './call-context.ts';
import type { StreamContext } from './context.ts';
import type { StreamDescriptor } from './descriptor.ts';
import { createEventEncoder } from './event-encoder.ts';
import { openerOf, type StreamHandler } from './handlers.ts';
import { singleHeader } from './headers.ts';
import type { HeaderList, HttpExchange } from './http-exchange.ts';
import { limitOf } from './limits.ts';
import type { EndpointRunner } from './operation-runner.ts';
import { answerOfThrown, reportThrown, type ServiceRuntime } from './service-runtime.ts';
import { pump } from './stream-source.ts';
import { HEARTBEAT, StreamSession, type StreamProfile } from './stream-session.ts';

const EVENT_STREAM = 'text/event-stream';

/** B1.1. No intermediary may store, buffer, compress or change what follows. */
const STREAM_HEADERS: HeaderList = [
  ['content-type', EVENT_STREAM],
  ['cache-control', 'no-store, no-transform'],
  ['x-accel-buffering', 'no'],
];

/** Runs one stream endpoint. Everything that can fail fails before the head, as a status (B1.3, H2.6); after it, the session has the word. */
export function createStreamRunner(runtime: ServiceRuntime, stream: StreamDescriptor): EndpointRunner {
  const opener = openerOf(
    runtime.handlers,
    stream.name,
    stream.events.some(({ terminal }) => terminal !== undefined),
  );
  const profile = profileOf(runtime, stream, opener);
  return async (exchange) => {
    // From the request on, not from the head: what is pipelined behind it was sent before the decision.
    if (exchange.request.method !== 'HEAD') exchange.holdConnection();
    const admission = await admit(runtime, stream, exchange, EVENT_STREAM);
    if (!admission.ok) {
      exchange.respond(admission.answer);
      return;
    }
    const position = positionOf(stream, exchange, admission.value.request.body);
    if (position === null) {
      const violation = { code: 'duplicate-key', path: '/headers/last-event-id' };
      exchange.respond(runtime.answers.fault('invalid', { message: 'Last-Event-ID is repeated.', violation }));
      return;
    }
    if (exchange.request.method === 'HEAD') {
      exchange.respond({ status: 200, headers: STREAM_HEADERS });
      return;
    }
    await openWithinBounds({ runtime, stream, opener, profile, exchange }, admission.value, position);
  };
}

interface Opening {
  readonly runtime: ServiceRuntime;
  readonly stream: StreamDescriptor;
  readonly opener: StreamHandler;
  readonly profile: StreamProfile;
  readonly exchange: HttpExchange;
}

async function openWithinBounds(opening: Opening, admitted: Admitted, position: string | undefined): Promise<void> {
  const { runtime, exchange } = opening;
  const slot = runtime.draining() ? 'total' : runtime.slots.take(admitted.caller.caller);
  if (typeof slot === 'string') {
    exchange.respond(runtime.answers.fault(slot === 'caller' ? 'rateLimited' : 'unavailable', { retryAfterSeconds: 1 }));
    return;
  }
  const session = new StreamSession(opening.profile, slot);
  const context = new OpenStreamContext(opening.stream, admitted, exchange, session, position);
  const forget = exchange.onClosed(() => {
    session.closed();
  });
  session.onStopped(() => {
    context.abort();
  });
  let source: AsyncIterable<object>;
  try {
    source = await opening.opener.open(admitted.request, context);
  } catch (error) {
    forget();
    session.closed();
    exchange.respond(answerOfThrown(runtime, opening.stream.name, error));
    return;
  }
  await run(opening, session, source, forget);
}

async function run(opening: Opening, session: StreamSession, source: AsyncIterable<object>, forget: () => void): Promise<void> {
  const { runtime, exchange } = opening;
  const sink = session.open ? await exchange.openStream(STREAM_HEADERS, HEARTBEAT, session) : null;
  // From here on the sink tells when the transport closes.
  forget();
  if (sink === null) {
    session.closed();
    // Ended before it began: by its own handler, or because the process is going.
    exchange.respond(runtime.answers.fault('unavailable', { retryAfterSeconds: 1 }));
  } else {
    runtime.open.add(session);
    session.attach(sink);
    if (runtime.draining()) session.endFor('shutdown');
  }
  await pump(source, session, opening.profile.report);
}

function profileOf(runtime: ServiceRuntime, stream: StreamDescriptor, opener: StreamHandler): StreamProfile {
  const { clock, ticker, scheduler, limits } = runtime;
  return {
    encoder: createEventEncoder(stream, limitOf(limits, stream.limits.eventBytes)),
    clock,
    ticker,
    scheduler,
    bounds: {
      queueEvents: limits.queueEvents,
      queueBytes: limits.queueBytes,
      writeMs: limits.writeMs,
      heartbeatMs: limitOf(limits, stream.limits.heartbeatMs),
      maxAgeMs: limits.streamMaxSeconds * 1_000,
    },
    terminal: (reason) => opener.terminal?.(reason),
    report: (error) => {
      reportThrown(runtime, stream.name, error);
    },
    ended: (session, outcome) => {
      runtime.open.delete(session);
      runtime.changed();
      if (outcome === 'slow-consumer' || outcome === 'stalled') {
        runtime.logger.warn({ service: runtime.descriptor.id, endpoint: stream.name, outcome }, 'stream ended');
      }
    },
  };
}

/** `cursor` or `lastEventId`, as the contract calls it, and a way to end the stream ahead of its queue. */
class OpenStreamContext extends CallContext implements StreamContext<unknown> {
  readonly cursor?: string | undefined;
  readonly lastEventId?: string | undefined;
  readonly #session: StreamSession;

  constructor(stream: StreamDescriptor, admitted: Admitted, exchange: HttpExchange, session: StreamSession, position: string | undefined) {
    super(stream.name, admitted.caller, exchange, admitted.rawBody);
    this.#session = session;
    if (stream.resume !== undefined) this[stream.resume.option] = position;
  }

  end(last?: object): void {
    this.#session.cut(last);
  }
}

/** The body's field beats the header; empty is absent (H2.3). Null: the header is repeated. */
function positionOf(stream: StreamDescriptor, exchange: HttpExchange, body: unknown): string | undefined | null {
  const { resume } = stream;
  const header = resume?.header === true ? singleHeader(exchange.request.rawHeaders, 'last-event-id') : undefined;
  if (header === null) return null;
  const field = resume?.bodyField === undefined ? undefined : (body as Readonly<Record<string, unknown>> | undefined)?.[resume.bodyField];
  if (typeof field === 'string' && field !== '') return field;
  return header === undefined || header === '' ? undefined : utf8(header);
}

/** Node hands header bytes over as Latin-1; an id is UTF-8. What is not UTF-8 stays as it is: a position that nobody has issued. */
function utf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : header;
}
