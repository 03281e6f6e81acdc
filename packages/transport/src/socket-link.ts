import { closeReason } from './close-reason.ts';
import type { SocketDescriptor } from './descriptor.ts';
import { decodeOrFail } from './result.ts';
import { TransportError } from './transport-error.ts';
import type { CloseEventLike, MessageEventLike, WebSocketLike } from './web-socket.ts';

export type TaggedMessage = Readonly<Record<string, unknown>>;

/** What one WebSocket tells its owner. Nothing is told after `ended`. */
export interface LinkEvents {
  opened(): void;
  message(tag: string, message: TaggedMessage, size: number): void;
  /** Exactly once. */
  ended(failure: unknown): void;
}

const OPEN = 1;
const ignore = (): void => undefined;

/** One WebSocket, decoded: text in, tagged messages out. It never outlives its end, whatever the peer still sends (B65). */
export class SocketLink {
  readonly #socket: WebSocketLike;
  readonly #descriptor: SocketDescriptor;
  readonly #events: LinkEvents;
  readonly #what: string;
  #over = false;

  constructor(socket: WebSocketLike, descriptor: SocketDescriptor, events: LinkEvents, what: string) {
    this.#socket = socket;
    this.#descriptor = descriptor;
    this.#events = events;
    this.#what = what;
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', this.#opened);
    socket.addEventListener('message', this.#received);
    socket.addEventListener('close', this.#closed);
    // `close` follows and says more. It stays for good: without a listener `ws` throws out of the event loop (B59).
    socket.addEventListener('error', ignore);
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** @throws TransportError `not-open`, `send-buffer-full` */
  send(text: string, maxBufferedBytes: number): void {
    if (this.#over || this.#socket.readyState !== OPEN) throw new TransportError('not-open', `${this.#what}: closing`);
    const waiting = this.#socket.bufferedAmount;
    // The first message always goes: a bound below one message would never let anything out.
    if (waiting > 0 && waiting + text.length > maxBufferedBytes) {
      throw new TransportError('send-buffer-full', `${this.#what}: ${waiting} bytes wait, over maxBufferedBytes`);
    }
    this.#socket.send(text);
  }

  /** Ends the link from this side and lets the socket go. Browsers allow a client the codes 1000 and 3000..4999 only. */
  end(failure: unknown, code = 1000, reason = ''): void {
    if (this.#over) return;
    this.#detach();
    this.#socket.close(code, reason);
    this.#events.ended(failure);
  }

  readonly #opened = (): void => {
    const { subprotocol } = this.#descriptor;
    if (this.#socket.protocol === subprotocol) this.#events.opened();
    else this.end(new TransportError('subprotocol-refused', `${this.#what}: offered ${subprotocol}`));
  };

  readonly #received = ({ data }: MessageEventLike): void => {
    try {
      if (typeof data !== 'string') throw new TransportError('unexpected-message', `${this.#what}: binary data`);
      const { decode, messageBytes, tag } = this.#descriptor;
      const message = decodeOrFail(decode, data, messageBytes, `${this.#what}: message`) as TaggedMessage;
      this.#events.message(String(message[tag]), message, data.length);
    } catch (error) {
      this.end(error, 1000, error instanceof TransportError ? error.code : '');
    }
  };

  readonly #closed = ({ code, reason }: CloseEventLike): void => {
    this.#detach();
    const close = closeReason(this.#descriptor, code, reason);
    this.#events.ended(new TransportError('socket-closed', `${this.#what}: ${close.code} ${close.name}`, { close }));
  };

  #detach(): void {
    this.#over = true;
    this.#socket.removeEventListener('open', this.#opened);
    this.#socket.removeEventListener('message', this.#received);
    this.#socket.removeEventListener('close', this.#closed);
  }
}
