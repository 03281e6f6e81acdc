import { EventStream } from './event-stream.js';

/** Follows host events with nothing but `fetch`; `say` is told what happens, one object at a time. Ends after `until` events, or when refused. */
export async function follow({ url, token, cursor, until }, say) {
  const stop = new AbortController();
  const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${token}` };
  if (cursor !== null) headers['Last-Event-ID'] = cursor;
  const response = await fetch(`${url}/host/events?replay=required`, { headers, signal: stop.signal, cache: 'no-store' });
  if (response.status !== 200) {
    const body = await response.json();
    return say({ refused: response.status, error: body.error });
  }
  await say({ open: true });
  let seen = 0;
  const events = [];
  const stream = new EventStream((event) => events.push(event));
  const reader = response.body.getReader();
  while (seen < until) {
    const { done, value } = await reader.read();
    if (done) return say({ ended: true });
    stream.push(value);
    for (const event of events.splice(0)) {
      seen += 1;
      await say(event);
    }
  }
  stop.abort();
  return undefined;
}

/** Events of a stream that comes in these chunks (hexadecimal), for the vectors. */
export function parse(chunks) {
  const events = [];
  const stream = new EventStream((event) => events.push(event));
  for (const chunk of chunks) stream.push(Uint8Array.from(chunk.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
  return { events, lastEventId: stream.lastEventId };
}
