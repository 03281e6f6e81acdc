import { EXAMPLE } from './example-config.ts';

const AUTHORIZED = { authorization: 'Bearer t-acme' };

/** The example with both test types, on a file of its own. */
export const SERVED = {
  ...EXAMPLE,
  database: 'sqlite:events.db',
  hostEvents: {
    ...EXAMPLE.hostEvents,
    types: [
      ...EXAMPLE.hostEvents.types,
      { type: 'host-test.durable-triggered', delivery: 'durable' },
      { type: 'host-test.ephemeral-triggered', delivery: 'ephemeral' },
    ],
  },
  limits: { ...EXAMPLE.limits, streamsPerCaller: 1_000, readsPerSecond: 10_000, triggersPerSecond: 1_000 },
};

/** Emits through the seam; gives the answer. */
export async function emit(url: string, payload: object = {}, type = 'example.order-paid'): Promise<Response> {
  return fetch(`${url}/conformance/seams/sample/host-events/emit`, {
    method: 'POST',
    headers: { ...AUTHORIZED, 'content-type': 'application/json' },
    body: JSON.stringify({ type, payload }),
  });
}

export interface OpenedReader {
  readonly status: number;
  readonly headers: Headers;
  /** All that was received once it satisfies. */
  until(satisfied: (text: string) => boolean): Promise<string>;
  /** All that was received when the server has ended it; rejects when it was cut. */
  ended(): Promise<string>;
}

export async function openReader(url: string, lastEventId?: string, token = 't-acme'): Promise<OpenedReader> {
  const headers = { authorization: `Bearer ${token}`, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
  const response = await fetch(`${url}/host/events?replay=required`, { headers });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  const more = async (): Promise<boolean> => {
    const { done, value } = await reader.read();
    if (!done) text += decoder.decode(value, { stream: true });
    return !done;
  };
  return {
    status: response.status,
    headers: response.headers,
    async until(satisfied) {
      while (!satisfied(text)) if (!(await more())) throw new Error(`it ended with ${text}`);
      return text;
    },
    async ended() {
      while (await more());
      return text;
    },
  };
}

/** Asks again until the answer satisfies; every answer takes its own time, so nothing is spun. */
export async function eventually<T>(ask: () => Promise<T>, satisfied: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (satisfied(answer)) return answer;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

export async function metricsOf(admin: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${admin}/metrics`)).text();
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}
