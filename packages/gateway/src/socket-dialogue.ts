import { DecodeError } from '@tidemark/codec';
import { refusalReason } from './close-reason.ts';
import type { SocketConnection } from './context.ts';
import { GatewayError } from './gateway-error.ts';
import { ServiceError } from './service-error.ts';
import type { SocketService } from './handlers.ts';
import { InboundQueue } from './inbound-queue.ts';
import type { SocketProfile } from './socket-options.ts';
import type { StreamEndReason } from './stream-session.ts';

/** The sending half, as the gateway may use it. */
export interface DialogueConnection extends SocketConnection {
  endFor(reason: StreamEndReason): void;
  /** Backpressure: while it is true, no more of the peer is read. */
  press(pressed: boolean): void;
}

type Phase = 'idle' | 'challenged' | 'answering' | 'open' | 'stopped';

/**
 * What is said on a socket, apart from how: the opening exchange, decoding, dispatch by tag, replies. A handler's failure ends its own socket.
 * Phases: idle -> (challenged -> answering ->) open -> stopped. Before `open` nothing but the answer is accepted (B3.4).
 */
export class SocketDialogue {
  readonly #profile: SocketProfile;
  readonly #service: SocketService;
  readonly #connection: DialogueConnection;
  /** Made by the first message: an idle socket has none. */
  #inbound: InboundQueue | null = null;
  #phase: Phase = 'idle';
  #openingTimer: unknown = null;

  constructor(profile: SocketProfile, service: SocketService, connection: DialogueConnection) {
    this.#profile = profile;
    this.#service = service;
    this.#connection = connection;
  }

  /** The 101 is out. */
  start(): void {
    const { socket, runtime, pending } = this.#profile;
    if (socket.opening === undefined) {
      this.#open();
      return;
    }
    this.#phase = 'challenged';
    pending.count += 1;
    this.#openingTimer = runtime.timers.set(() => {
      this.#refuse(1008, 'opening took too long');
    }, runtime.limits.openingMs);
    void this.#guard(async () => {
      const { opening } = this.#service;
      if (opening === undefined) throw new GatewayError('missing-handler', `${socket.name}.opening`);
      this.#send(await opening.challenge());
    });
  }

  stop(): void {
    this.#phase = 'stopped';
    this.#endOpening();
    this.#inbound?.close();
  }

  /** One message of the peer. */
  hear(text: string): void {
    this.#inbound ??= new InboundQueue({
      most: this.#profile.runtime.limits.pendingRequests,
      run: (next) => this.#receive(next),
      pressed: (pressed) => {
        this.#connection.press(pressed);
      },
    });
    this.#inbound.push(text);
  }

  /** Never rejects. */
  #receive(text: string): Promise<void> | void {
    if (this.#phase === 'stopped' || !this.#connection.open) return undefined;
    const { socket } = this.#profile;
    let message: Readonly<Record<string, unknown>>;
    try {
      message = socket.decode(text, { maxBytes: this.#profile.messageBytes }) as Readonly<Record<string, unknown>>;
    } catch (error) {
      this.#undecodable(error);
      return undefined;
    }
    const tag = String(message[socket.tag]);
    if (this.#phase === 'open' && tag !== socket.opening?.answer) return this.#guard(() => this.#dispatch(tag, message));
    if (this.#phase === 'challenged' && tag === socket.opening?.answer) return this.#guard(() => this.#answer(message));
    this.#refuse(1008, `${tag.slice(0, 60)} is not expected now`);
    return undefined;
  }

  #undecodable(error: unknown): void {
    if (!(error instanceof DecodeError)) {
      this.#profile.report(error);
      this.#connection.endFor('failed');
      return;
    }
    this.#refuse(error.code === 'too-many-bytes' ? 1009 : 1007, refusalReason(error.code, error.path));
  }

  async #answer(message: object): Promise<void> {
    this.#phase = 'answering';
    const { opening } = this.#service;
    if (opening === undefined) throw new GatewayError('missing-handler', `${this.#profile.socket.name}.opening`);
    this.#send(await opening.answer(message));
    if (this.#connection.open) this.#open();
  }

  #open(): void {
    this.#phase = 'open';
    this.#endOpening();
    const service = this.#service;
    if (service.opened !== undefined) void this.#guard(() => service.opened?.(this.#connection));
  }

  #dispatch(tag: string, message: object): Promise<void> | void {
    const service = this.#service;
    const { socket } = this.#profile;
    const handler = Object.hasOwn(service.messages, tag) ? service.messages[tag] : undefined;
    if (handler === undefined) throw new GatewayError('missing-handler', `${socket.name}.messages[${JSON.stringify(tag)}]`);
    const result: unknown = handler.call(service.messages, message as never, this.#connection);
    const exchange = socket.exchanges.find(({ request }) => request === tag);
    if (exchange === undefined) return result instanceof Promise ? result.then(ignore) : undefined;
    return this.#reply(exchange, message, result);
  }

  async #reply(exchange: SocketProfile['socket']['exchanges'][number], request: object, result: unknown): Promise<void> {
    const { runtime, socket, replyMs } = this.#profile;
    let reply: unknown;
    const timer = runtime.timers.set(() => {
      this.#profile.report(new Error(`socket ${socket.name}: no reply to ${exchange.request} within ${replyMs} ms`));
      this.#connection.endFor('failed');
    }, replyMs);
    try {
      reply = await result;
    } finally {
      runtime.timers.clear(timer);
    }
    const tag = valueOf(reply, socket.tag);
    if (typeof tag !== 'string' || !exchange.replies.includes(tag)) {
      throw new GatewayError('invalid-message', `socket ${socket.name}: the handler of ${exchange.request} returned no reply`);
    }
    if (valueOf(reply, exchange.correlation) !== valueOf(request, exchange.correlation)) {
      throw new GatewayError(
        'invalid-message',
        `socket ${socket.name}: the reply to ${exchange.request} has another ${exchange.correlation}`,
      );
    }
    this.#send(reply as object);
  }

  #send(message: object): void {
    if (this.#phase !== 'stopped') this.#connection.send(message);
  }

  /** Runs a handler; its failure ends this socket: a registered error as 1008 with its code, anything else as 1011, told to the log alone. */
  #guard(work: () => Promise<void> | void): Promise<void> | void {
    try {
      const running = work();
      return running?.catch((error: unknown) => {
        this.#failed(error);
      });
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  #failed(error: unknown): void {
    if (this.#phase === 'stopped') return;
    if (error instanceof ServiceError) {
      this.#refuse(1008, error.code.slice(0, 120));
      return;
    }
    this.#profile.report(error);
    this.#connection.endFor('failed');
  }

  #refuse(code: number, reason: string): void {
    this.#connection.end(code, reason);
  }

  /** Accepted, or over before it was. */
  #endOpening(): void {
    if (this.#openingTimer === null) return;
    const { runtime, pending } = this.#profile;
    runtime.timers.clear(this.#openingTimer);
    this.#openingTimer = null;
    pending.count -= 1;
  }
}

function valueOf(message: unknown, property: string): unknown {
  return typeof message === 'object' && message !== null ? (message as Readonly<Record<string, unknown>>)[property] : undefined;
}

function ignore(): void {}
