import type { WebSocketConstructor, WebSocketLike } from '../web-socket.ts';

type Listener = (event: never) => void;

/** A WebSocket under the test's control; it behaves as the WHATWG one, and checks what browsers check. */
export class FakeWebSocket implements WebSocketLike {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly sent: string[] = [];
  readonly closed: { readonly code: number | undefined; readonly reason: string | undefined }[] = [];
  readonly #listeners = new Map<string, Set<Listener>>();
  readyState = 0;
  bufferedAmount = 0;
  protocol = '';
  binaryType = 'blob';

  constructor(url: string, protocols: readonly string[]) {
    this.url = url;
    this.protocols = protocols;
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener));
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener);
  }

  send(text: string): void {
    if (this.readyState !== 1) throw new TypeError('InvalidStateError');
    this.sent.push(text);
  }

  close(code?: number, reason?: string): void {
    if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999)) throw new TypeError('InvalidAccessError');
    if (this.readyState >= 2) return;
    this.closed.push({ code, reason });
    this.readyState = 2;
  }

  /** Listeners that keep the owner alive; the one for errors stays for good. */
  get listeners(): readonly string[] {
    return [...this.#listeners].filter(([, set]) => set.size > 0).map(([type]) => type);
  }

  /** The server accepts. */
  accept(protocol = this.protocols[0] ?? ''): void {
    this.readyState = 1;
    this.protocol = protocol;
    this.#emit('open', {});
  }

  /** The server sends. */
  push(message: unknown): void {
    this.#emit('message', { data: typeof message === 'object' && !(message instanceof ArrayBuffer) ? JSON.stringify(message) : message });
  }

  /** The server closes, or the network does. */
  drop(code: number, reason = ''): void {
    this.readyState = 3;
    this.#emit('error', {});
    this.#emit('close', { code, reason });
  }

  #emit(type: string, event: object): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event as never);
  }
}

/** A constructor, and every socket that it made. */
export function fakeWebSockets(): { readonly WebSocket: WebSocketConstructor; readonly made: FakeWebSocket[] } {
  const made: FakeWebSocket[] = [];
  class Recorded extends FakeWebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols);
      made.push(this);
    }
  }
  return { WebSocket: Recorded, made };
}
