import type { ClientContext } from './context.ts';
import { Deferred } from './deferred.ts';
import type { SocketDescriptor } from './descriptor.ts';
import { ownValue } from './own-value.ts';
import { encodeJson } from './request.ts';
import { SocketLink } from './socket-link.ts';
import type { TaggedMessage } from './socket-link.ts';
import type { OpeningOptions, SocketOptions } from './socket-types.ts';
import { TransportError } from './transport-error.ts';
import type { WebSocketLike } from './web-socket.ts';

export type SocketSettings = SocketOptions & Partial<OpeningOptions<TaggedMessage, object>>;

/** Where messages and the news of an opening go. */
export interface ConnectionOwner {
  live(): void;
  /** @throws TransportError `queue-overflow`, which ends the connection */
  deliver(tag: string, message: TaggedMessage, size: number): void;
}

export interface ConnectionParts {
  readonly descriptor: SocketDescriptor;
  readonly settings: SocketSettings;
  readonly context: ClientContext;
  readonly owner: ConnectionOwner;
  readonly what: string;
}

/** `connecting` until the handshake, `challenged` until the answer is sent, `answered` until it is accepted. */
type Phase = 'connecting' | 'opening' | 'challenged' | 'answered' | 'live';

/** One connection from its handshake to its end: the opening exchange, silence, terminals. */
export class SocketConnection {
  readonly link: SocketLink;
  readonly #parts: ConnectionParts;
  readonly #ended = new Deferred<unknown>();
  readonly #over = new AbortController();
  #phase: Phase = 'connecting';
  #timer: unknown;

  constructor(socket: WebSocketLike, parts: ConnectionParts) {
    this.#parts = parts;
    const events = {
      opened: () => this.#opened(),
      message: (tag: string, message: TaggedMessage, size: number) => this.#received(tag, message, size),
      ended: (failure: unknown) => this.#finish(failure),
    };
    this.link = new SocketLink(socket, parts.descriptor, events, parts.what);
  }

  /** Resolves to what ended the connection; undefined: a final message, or a normal closure by the server. */
  get ended(): Promise<unknown> {
    return this.#ended.promise;
  }

  get ready(): boolean {
    return this.#phase === 'live';
  }

  #opened(): void {
    if (this.#parts.descriptor.opening === undefined) this.#becomeLive();
    else this.#phase = 'opening';
  }

  #becomeLive(): void {
    this.#phase = 'live';
    this.#watchSilence();
    this.#parts.owner.live();
    this.#callBack(async () => this.#parts.settings.onOpen?.());
  }

  #received(tag: string, message: TaggedMessage, size: number): void {
    if (this.#phase === 'live') this.#watchSilence();
    const { opening, terminals } = this.#parts.descriptor;
    const terminal = ownValue(terminals, tag);
    if (this.#phase === 'opening' && terminal === undefined) {
      if (tag !== opening?.challenge) throw new TransportError('unexpected-message', `${this.#parts.what}: ${tag} before the challenge`);
      this.#phase = 'challenged';
      this.#callBack(() => this.#answer(message));
      return;
    }
    this.#parts.owner.deliver(tag, message, size);
    if (this.#phase === 'answered' && tag === opening?.accepted) this.#becomeLive();
    if (terminal !== undefined)
      this.link.end(terminal === 'final' ? undefined : new TransportError('interrupted', `${this.#parts.what}: ended by ${tag}`));
  }

  async #answer(challenge: TaggedMessage): Promise<void> {
    const answer = await this.#parts.settings.onChallenge?.(challenge, this.#over.signal);
    if (this.#over.signal.aborted) return;
    this.#phase = 'answered';
    this.link.send(encodeJson(answer, this.#parts.descriptor.messageBytes, `${this.#parts.what}: answer`), Number.POSITIVE_INFINITY);
  }

  /** Runs a callback of the application; what it throws ends the connection, coded. */
  #callBack(step: () => Promise<void>): void {
    step().catch((cause: unknown) =>
      this.link.end(cause instanceof TransportError ? cause : new TransportError('prepare-failed', this.#parts.what, { cause })),
    );
  }

  #watchSilence(): void {
    const { idleMs } = this.#parts.settings;
    if (idleMs === undefined) return;
    this.#parts.context.timers.clearTimeout(this.#timer);
    const { context, what } = this.#parts;
    const silent = (): void => this.link.end(new TransportError('idle', `${what}: nothing for ${idleMs} ms`));
    this.#timer = context.timers.setTimeout(silent, idleMs);
  }

  #finish(failure: unknown): void {
    this.#phase = 'connecting';
    this.#parts.context.timers.clearTimeout(this.#timer);
    this.#over.abort();
    const normal = failure instanceof TransportError && failure.close?.code === 1000 && !failure.close.reconnect;
    this.#ended.resolve(normal ? undefined : failure);
  }
}
