import type { BackOffPolicy } from './back-off.ts';
import type { WebSocketConstructor, WebSocketLike } from './web-socket.ts';

/** What a credential is asked for. */
export interface CredentialRequest {
  /** Name of the security scheme in the contract. */
  readonly scheme: string;
  readonly kind: 'bearer' | 'api-key';
  readonly scopes: readonly string[];
  /** True after a 401: the credential given before was refused, so a cached one must not be returned again. */
  readonly renew: boolean;
}

export interface Timers {
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** Calls the listener when waiting may have become pointless (network back, page visible); answers how to stop. */
export type WakeUps = (listener: () => void) => () => void;

export interface SocketFactoryInput {
  readonly url: string;
  readonly subprotocol: string;
  /** Header parameters and credential. Browsers cannot send them with a WebSocket; `ws` can. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Options of every generated client. Everything that touches the world is injected, with the platform's own as default. */
export interface ClientOptions {
  /** `http` or `https` URL, without credentials, query or fragment; a path prefix is kept. */
  readonly baseUrl: string | URL;
  readonly fetch?: typeof globalThis.fetch;
  /** Any implementation of the WHATWG interface; default the global one (browsers, Node 22 and later). */
  readonly WebSocket?: WebSocketConstructor;
  /** Makes sockets instead of `WebSocket`, where they need headers, a proxy or a certificate. */
  readonly socketFactory?: (input: SocketFactoryInput) => WebSocketLike;
  /** Asked anew for every attempt of a call that needs a credential. Undefined: send none (cookies, for example). */
  readonly credential?: (request: CredentialRequest) => string | undefined | Promise<string | undefined>;
  /** In [0, 1). */
  readonly random?: () => number;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
  readonly timers?: Timers;
  readonly wakeUps?: WakeUps;
  readonly backOff?: Partial<BackOffPolicy>;
  /** Milliseconds that a call may take in all, attempts and waits included. Default 30,000. A stream's or socket's opening is bounded by it too. */
  readonly timeoutMs?: number;
  /** Attempts of a call in all. Default 3. Streams and sockets go on until they are closed. */
  readonly maxAttempts?: number;
  /** Bytes of an answer's body, checked before it is parsed. Default 1 MiB. */
  readonly maxResponseBytes?: number;
}

/**
 * What makes an attempt anew. It may replace parts of the request, for example a signed body that binds a fresh challenge (R3.3).
 */
export interface Attempt {
  /** From 1; counts every attempt since the call began. */
  readonly number: number;
  /** Where a stream resumes from. */
  readonly position: string | undefined;
  readonly signal: AbortSignal;
}

export interface AttemptOptions<Request> {
  readonly signal?: AbortSignal;
  /** Runs before every attempt; what it returns overrides those properties of the request for this attempt. */
  readonly prepare?: (attempt: Attempt) => Partial<Request> | Promise<Partial<Request>>;
}

/** Options of one call, beside the parameters of the request. */
export interface CallOptions<Request = unknown> extends AttemptOptions<Request> {
  readonly timeoutMs?: number;
  /**
   * What to repeat. `safe` (default): answers that say the request was not acted upon (408, 425, 429), and failures that leave it open (network, 5xx) where the method is idempotent.
   * `always`: those failures for every method, for requests that the service recognises when they come twice. `never`: nothing but one 401.
   */
  readonly retry?: 'safe' | 'always' | 'never';
}
