/** One request as `fetch` was given it. */
export interface SeenRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
  readonly init: RequestInit;
}
export type Answer = (request: SeenRequest) => Response | Promise<Response>;

/** A `fetch` that answers by a script, the last step for ever, and remembers what it was asked. It rejects at an abort as the real one does. */
export function scriptedFetch(...script: readonly Answer[]): { readonly fetch: typeof globalThis.fetch; readonly requests: SeenRequest[] } {
  const requests: SeenRequest[] = [];
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { signal } = init;
    if (!(signal instanceof AbortSignal)) throw new TypeError('no signal');
    signal.throwIfAborted();
    const request = {
      url: input instanceof Request ? input.url : input.toString(),
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : undefined,
      signal,
      init,
    };
    const answer = script[Math.min(requests.length, script.length - 1)];
    requests.push(request);
    if (answer === undefined) throw new TypeError('no answer');
    return answer(request);
  };
  return { fetch, requests };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

export const refuse = (error: string, status: number, headers: Record<string, string> = {}, details?: unknown): Answer =>
  json(status, details === undefined ? { error, message: 'No.' } : { error, message: 'No.', details }, headers);

export const unreachable: Answer = () => {
  throw new TypeError('fetch failed');
};

/** Waits for ever, until aborted. */
export const silent: Answer = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));

/** An event stream under the test's control. */
export interface FakeStream {
  readonly answer: Answer;
  push(text: string | Uint8Array): void;
  /** Clean end of the response. */
  end(): void;
  /** Cut connection. */
  cut(): void;
  readonly cancelled: boolean;
  readonly locked: boolean;
}

/** @param deaf a body that does not listen to the request's signal */
export function fakeStream(options: { readonly type?: string; readonly status?: number; readonly deaf?: boolean } = {}): FakeStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let open = true;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: () => {
      open = false;
      cancelled = true;
    },
  });
  const cut = (reason: unknown): void => {
    if (open) controller?.error(reason);
    open = false;
  };
  const init = { status: options.status ?? 200, headers: { 'content-type': options.type ?? 'text/event-stream' } };
  return {
    answer: ({ signal }) => {
      if (options.deaf !== true) signal.addEventListener('abort', () => cut(signal.reason), { once: true });
      return new Response(body, init);
    },
    push: (text) => controller?.enqueue(typeof text === 'string' ? new TextEncoder().encode(text) : text),
    end: () => {
      if (open) controller?.close();
      open = false;
    },
    cut: () => cut(new TypeError('terminated')),
    get cancelled() {
      return cancelled;
    },
    get locked() {
      return body.locked;
    },
  };
}
