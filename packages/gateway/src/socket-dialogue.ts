import { DecodeError } from '@tidemark/codec';
import type { SocketConnection } from './context.ts';
import { GatewayError } from './gateway-error.ts';
import { limitOf } from './limits.ts';
import { ServiceError } from './service-error.ts';
import type { SocketSessionOptions } from './socket-options.ts';
import type { StreamEndReason } from './stream-session.ts';

/** The sending half, as the gateway may use it. */
export interface DialogueConnection extends SocketConnection {
  endFor(reason: StreamEndReason): void;
}

type Phase = 'idle' | 'challenged' | 'answering' | 'open' | 'stopped';

/**
 * What is said on a socket, apart from how: the opening exchange, decoding, dispatch by tag, replies. A handler's failure ends its own socket.
 * Phases: idle -> (challenged -> answering ->) open -> stopped. Before `open` nothing but the answer is accepted (B3.4).
 */
export class SocketDialogue {
  readonly #options: SocketSessionOptions;
  readonly #connection: DialogueConnection;
  readonly #maxBytes: number;
  #phase: Phase = 'idle';
  #openingTimer: unknown = null;

  constructor(options: SocketSessionOptions, connection: DialogueConnection) {
    this.#options = options;
    this.#connection = connection;
    this.#maxBytes = limitOf(options.runtime.limits, options.socket.limits.messageBytes);
  }

  /** The 101 is out. */
  start(): void {
    const { socket, runtime, service } = this.#options;
    if (socket.opening === undefined) {
      this.#open();
      return;
    }
    this.#phase = 'challenged';
    this.#openingTimer = runtime.timers.set(() => {
      this.#refuse(1008, 'opening took too long');
    }, runtime.limits.openingMs);
    void this.#guard(async () => {
      const { opening } = service;
      if (opening === undefined) throw new GatewayError('missing-handler', `${socket.name}.opening`);
      this.#send(await opening.challenge());
    });
  }

  stop(): void {
    this.#phase = 'stopped';
    this.#clearTimer();
  }

  /** One message of the peer. Never rejects. */
  receive(text: string): Promise<void> | void {
    if (this.#phase === 'stopped' || !this.#connection.open) return undefined;
    const { socket } = this.#options;
    let message: Readonly<Record<string, unknown>>;
    try {
      message = socket.decode(text, { maxBytes: this.#maxBytes }) as Readonly<Record<string, unknown>>;
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
      this.#options.report(error);
      this.#connection.endFor('failed');
      return;
    }
    // Code alone: a path holds keys that the peer chose, and a close reason holds 123 bytes.
    this.#refuse(error.code === 'too-many-bytes' ? 1009 : 1007, error.code);
  }

  async #answer(message: object): Promise<void> {
    this.#phase = 'answering';
    const { opening } = this.#options.service;
    if (opening === undefined) throw new GatewayError('missing-handler', `${this.#options.socket.name}.opening`);
    this.#send(await opening.answer(message));
    if (this.#connection.open) this.#open();
  }

  #open(): void {
    this.#phase = 'open';
    this.#clearTimer();
    this.#options.opened();
    const { service } = this.#options;
    if (service.opened !== undefined) void this.#guard(() => service.opened?.(this.#connection));
  }

  #dispatch(tag: string, message: object): Promise<void> | void {
    const { socket, service } = this.#options;
    const handler = Object.hasOwn(service.messages, tag) ? service.messages[tag] : undefined;
    if (handler === undefined) throw new GatewayError('missing-handler', `${socket.name}.messages[${JSON.stringify(tag)}]`);
    const result: unknown = handler.call(service.messages, message as never, this.#connection);
    const exchange = socket.exchanges.find(({ request }) => request === tag);
    if (exchange === undefined) return result instanceof Promise ? result.then(ignore) : undefined;
    return this.#reply(exchange, message, result);
  }

  async #reply(exchange: SocketSessionOptions['socket']['exchanges'][number], request: object, result: unknown): Promise<void> {
    const { runtime, socket } = this.#options;
    const replyMs = limitOf(runtime.limits, socket.limits.replyMs);
    let reply: unknown;
    const timer = runtime.timers.set(() => {
      this.#options.report(new Error(`socket ${socket.name}: no reply to ${exchange.request} within ${replyMs} ms`));
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
    this.#options.report(error);
    this.#connection.endFor('failed');
  }

  #refuse(code: number, reason: string): void {
    this.#connection.end(code, reason);
  }

  #clearTimer(): void {
    if (this.#openingTimer !== null) this.#options.runtime.timers.clear(this.#openingTimer);
    this.#openingTimer = null;
  }
}

function valueOf(message: unknown, property: string): unknown {
  return typeof message === 'object' && message !== null ? (message as Readonly<Record<string, unknown>>)[property] : undefined;
}

function ignore(): void {}
