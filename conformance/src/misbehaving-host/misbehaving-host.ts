import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Delivery } from '../observation/host-event-run.ts';
import { PLATFORM } from '../platform.ts';
import { RIGHT, type Behaviour, type Opening, type Refusal, type Resolution, type Subscriber } from './behaviour.ts';
import type { Defect } from './defect.ts';
import { createHostLog, type HostEvent } from './log.ts';

export interface MisbehavingHostOptions {
  readonly defect: Defect;
  /** Tenant of each token. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Interval of comments on a stream. */
  readonly heartbeatMs: number;
}

const TYPES: readonly { readonly type: string; readonly delivery: Delivery }[] = [
  { type: 'host-test.durable-triggered', delivery: 'durable' },
  { type: 'host-test.ephemeral-triggered', delivery: 'ephemeral' },
  { type: 'example.note-added', delivery: 'durable' },
];

/** Long enough for the events that race with an opening to fall into it. */
const HANDOFF_PAUSE_MS = 60;

type Step = 'head' | 'replay' | 'replayLater' | 'resend' | 'attach';

/** What is done at once, and what after a pause. */
const HANDOFFS: Readonly<Record<Behaviour['handoff'], readonly [readonly Step[], readonly Step[]]>> = {
  'at-once': [['head', 'replay', 'attach'], []],
  'late-attach': [['head', 'replay'], ['attach']],
  'early-snapshot': [[], ['head', 'replay', 'attach']],
  unmerged: [['head'], ['replayLater', 'resend', 'attach']],
};

interface OpenStream extends Subscriber {
  readonly response: ServerResponse;
}

/** A host in memory over `node:http` that shares nothing with the product, right but for one named defect (K4). For tests of judges. */
export class MisbehavingHost {
  readonly #options: MisbehavingHostOptions;
  readonly #behaviour: Behaviour;
  readonly #log = createHostLog();
  readonly #streams = new Set<OpenStream>();
  readonly #expired = new Set<string>();
  readonly #removed = new Set<string>();
  readonly #server: Server;

  constructor(options: MisbehavingHostOptions) {
    this.#options = options;
    this.#behaviour = { ...RIGHT, ...options.defect.behaviour };
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  /** Listens on a free port of the loopback interface. */
  listen(): Promise<string> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`));
    });
  }

  close(): Promise<void> {
    for (const { response } of this.#streams) response.destroy();
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  /** What a new process would find. Streams of the old one are cut. */
  restart(): void {
    for (const { response } of this.#streams) response.destroy();
    if (!this.#behaviour.survivesRestart) this.#log.clear();
  }

  remove(eventId: string): void {
    if (!this.#behaviour.removes) return;
    this.#log.remove(eventId);
    this.#removed.add(eventId);
  }

  expire(eventId: string): void {
    this.#expired.add(eventId);
  }

  /** Emits through the same path as the trigger; resolves with the id. */
  emit(tenant: string, type: string, delivery: Delivery, payload: object, workspaceId: string | null = null): HostEvent {
    const eventId = this.#behaviour.eventId(`evt_${randomBytes(12).toString('hex')}`, this.#log);
    const timestamp = this.#behaviour.timestamp(new Date().toISOString());
    const event = this.#log.append({ tenant, eventId, type, timestamp, delivery, workspaceId, payload });
    for (const published of [event, ...this.#behaviour.strays(event)]) this.#publish(published);
    return event;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://host.invalid');
    const route = `${request.method ?? ''} ${url.pathname}`;
    const tenant = this.#options.tokens[(request.headers.authorization ?? '').replace(/^Bearer /, '')];
    if (route === 'GET /.well-known/tidemark') return send(response, 200, { hostEvents: this.#behaviour.facet(TYPES) });
    if (route === 'GET /host/events' && !this.#behaviour.authenticatesFirst && tenant === undefined)
      return this.#open(request, response, url, '');
    if (tenant === undefined) return send(response, 401, { error: 'unauthenticated', message: 'No valid credential was sent.' });
    if (route === 'GET /host/events') return this.#open(request, response, url, tenant);
    if (route === 'POST /host/events/test') return this.#trigger(request, response, tenant);
    return send(response, 404, { error: 'not_found', message: 'There is nothing here.' });
  }

  #trigger(request: IncomingMessage, response: ServerResponse, tenant: string): void {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (text += part));
    request.on('end', () => {
      const { delivery, workspaceId } = JSON.parse(text) as { delivery: Delivery; workspaceId?: string };
      const { status, body } = this.#behaviour.triggerAnswer(
        this.emit(tenant, `host-test.${delivery}-triggered`, delivery, {}, workspaceId ?? null),
      );
      send(response, status, body);
    });
  }

  #open(request: IncomingMessage, response: ServerResponse, url: URL, tenant: string): void {
    if (this.#behaviour.streamHead === null) return;
    const cursors = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'last-event-id').length;
    const status = this.#behaviour.refuseForm(url.searchParams, cursors);
    if (status !== null) return send(response, status, { error: 'validation_error', message: 'The request is not of the described form.' });
    const header = request.headers['last-event-id'];
    const opening: Opening = {
      tenant,
      cursor: typeof header === 'string' ? header : '',
      headerPresent: header !== undefined,
      strict: url.searchParams.get('replay') === 'required',
      query: url.searchParams,
    };
    const resolution = this.#behaviour.resolve(opening, this.#log, this.#expired, this.#removed);
    if (resolution.kind === 'refuse') return this.#refuse(response, resolution.cause, opening.cursor);
    return this.#stream(response, resolution, opening);
  }

  #refuse(response: ServerResponse, cause: Parameters<Behaviour['refusal']>[0], cursor: string): void {
    const refusal = this.#behaviour.refusal(cause, cursor, this.#log);
    const hesitation = this.#behaviour.hesitation(cause);
    if (hesitation === 0) write(response, refusal);
    else PLATFORM.after(hesitation, () => write(response, refusal));
  }

  /** Decides, replays and attaches in one turn of the event loop, so that nothing falls in between; but for defects of the handoff. */
  #stream(response: ServerResponse, resolution: Resolution, opening: Opening): void {
    const resumed = resolution.kind === 'resume' && opening.cursor !== '';
    const stream: OpenStream = { tenant: opening.tenant, resumed, sent: [], lives: 0, response };
    const read = (): readonly HostEvent[] => (resolution.kind === 'resume' ? this.#behaviour.backlog(resolution, opening, this.#log) : []);
    const early = read();
    const mark = this.#log.durable.at(-1)?.position ?? 0;
    const steps = {
      head: () => this.#head(stream),
      replay: () => this.#replay(stream, early),
      replayLater: () => this.#replay(stream, read()),
      /** What came meanwhile, although the backlog had it. */
      resend: () =>
        this.#replay(
          stream,
          this.#log.durable.filter(({ position }) => position > mark),
        ),
      attach: () => this.#attach(stream),
    };
    const [now, later] = HANDOFFS[resumed ? this.#behaviour.handoff : 'at-once'];
    for (const step of now) steps[step]();
    if (later.length > 0) PLATFORM.after(HANDOFF_PAUSE_MS, () => later.forEach((step) => steps[step]()));
  }

  #head({ response }: OpenStream): void {
    response.writeHead(200, { ...this.#behaviour.streamHead });
    response.flushHeaders();
    if (this.#behaviour.greeting !== '') response.write(this.#behaviour.greeting);
  }

  #replay(stream: OpenStream, events: readonly HostEvent[]): void {
    for (const event of events) if (this.#behaviour.sees(event, stream.tenant, false)) this.#send(stream, event, true);
  }

  #attach(stream: OpenStream): void {
    this.#streams.add(stream);
    const beat = this.#beat(stream);
    stream.response.on('close', () => {
      beat.cancel();
      this.#streams.delete(stream);
    });
  }

  #beat(stream: OpenStream): { cancel(): void } {
    const { keepsAlive, speaks } = this.#behaviour;
    if (!keepsAlive || !speaks) return { cancel: () => {} };
    const timer = setInterval(() => stream.response.write(':\n\n'), this.#options.heartbeatMs);
    return { cancel: () => clearInterval(timer) };
  }

  #publish(event: HostEvent): void {
    for (const stream of this.#streams) {
      if (!this.#behaviour.sees(event, stream.tenant, true)) continue;
      const copies = this.#behaviour.copies(event, stream);
      stream.lives += 1;
      for (let copy = 0; copy < copies; copy += 1) this.#send(stream, event, false);
    }
  }

  #send({ response, sent }: OpenStream, event: HostEvent, replayed: boolean): void {
    if (!this.#behaviour.speaks || response.writableEnded) return;
    const frame = this.#behaviour.frame(event, replayed);
    sent.push(event.eventId);
    if (sent.length > this.#behaviour.cutsAfter) response.end(frame.slice(0, -2));
    else response.write(frame);
  }
}

function write(response: ServerResponse, { status, headers, body }: Refusal): void {
  response.writeHead(status, { ...headers });
  response.end(body);
}

function send(response: ServerResponse, status: number, body: object): void {
  write(response, { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' }, body: JSON.stringify(body) });
}
