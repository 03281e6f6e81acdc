import type { RequestContext } from './context.ts';
import type { HttpExchange } from './http-exchange.ts';

const NOTHING = new Uint8Array(0);

/** A handler's context. The abort signal is made when it is first asked for: most handlers never do, and one costs more than an idle stream may (F4). */
export class CallContext implements RequestContext<unknown> {
  readonly endpoint: string;
  readonly principal: unknown;
  readonly caller: string;
  readonly remoteAddress: string;
  readonly rawBody: Uint8Array;
  #controller: AbortController | null = null;
  #aborted = false;

  constructor(
    endpoint: string,
    caller: { readonly principal: unknown; readonly caller: string },
    exchange: Pick<HttpExchange, 'request'>,
    rawBody: Uint8Array = NOTHING,
  ) {
    this.endpoint = endpoint;
    this.principal = caller.principal;
    this.caller = caller.caller;
    this.remoteAddress = exchange.request.remoteAddress;
    this.rawBody = rawBody;
  }

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** Nobody waits any more. */
  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }
}
