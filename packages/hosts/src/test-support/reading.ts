/** One block of a stream, as it came. */
export interface Block {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: { readonly eventId: string; readonly type: string; readonly [name: string]: unknown };
}

/** An open stream of a test, read as it comes. */
export interface Reading {
  readonly blocks: readonly Block[];
  /** Resolves when so many events are there. */
  count(wanted: number): Promise<readonly Block[]>;
  /** Resolves when the event is there. */
  saw(eventId: string): Promise<readonly Block[]>;
  readonly ended: Promise<void>;
  stop(): void;
}

export interface ReadOptions {
  readonly token?: string;
  readonly lastEventId?: string;
  readonly query?: string;
}

/** Opens `GET /host/events`; rejects with the status and the body where it is refused. */
export async function read(url: string, { token = 'acme', lastEventId, query = '?replay=required' }: ReadOptions = {}): Promise<Reading> {
  const controller = new AbortController();
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  if (lastEventId !== undefined) headers['last-event-id'] = lastEventId;
  const response = await fetch(`${url}/host/events${query}`, { headers, signal: controller.signal });
  if (response.status !== 200 || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  const blocks: Block[] = [];
  const waiting: {
    readonly done: () => boolean;
    readonly resolve: (blocks: readonly Block[]) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  const check = (): void => {
    for (const wait of waiting.splice(0)) {
      if (wait.done()) wait.resolve(blocks);
      else waiting.push(wait);
    }
  };
  const until = (done: () => boolean): Promise<readonly Block[]> =>
    new Promise((resolve, reject) => {
      waiting.push({ done, resolve, reject });
      check();
    });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const ended = (async () => {
    let text = '';
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        text += value;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const block = parse(text.slice(0, end));
          text = text.slice(end + 2);
          if (block !== null) blocks.push(block);
        }
        check();
      }
    } catch {
      // Cut, by the test or by the host.
    }
    for (const wait of waiting.splice(0)) wait.reject(new Error(`the stream ended after ${blocks.length} events`));
  })();
  return {
    blocks,
    count: (wanted) => until(() => blocks.length >= wanted),
    saw: (eventId) => until(() => blocks.some(({ data }) => data.eventId === eventId)),
    ended,
    stop: () => {
      controller.abort();
    },
  };
}

function parse(text: string): Block | null {
  const fields = new Map(
    text
      .split('\n')
      .filter((line) => !line.startsWith(':') && line !== '')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const data = fields.get('data');
  return data === undefined ? null : { id: fields.get('id'), event: fields.get('event'), data: JSON.parse(data) as Block['data'] };
}
