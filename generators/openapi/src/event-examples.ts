import type { Representation, Stream, StreamEvent } from '@tidemark/model';
import { type JsonObject, nonEmptyObject } from '@tidemark/schema';
import { examplesOf } from './parts.ts';

/** Stands for whatever position the service gives out. */
const exampleId = 'position-1';

/**
 * Examples of a stream's media type: each is a stream of one event, once as data (an array, as `itemSchema` reads it)
 * and once as the bytes on the wire.
 */
export function eventExamples(stream: Stream, representation: Representation): JsonObject | undefined {
  const entries = stream.events.flatMap((event) =>
    examplesOf(event, representation).map(({ name, summary, value }) => {
      const item = eventItem(event, value);
      return [`${event.tag}.${name}`, { summary, dataValue: [item], serializedValue: eventBlock(item) }];
    }),
  );
  return nonEmptyObject(Object.fromEntries(entries));
}

interface EventItem {
  readonly event: string;
  readonly data: string;
  readonly id?: string;
}

function eventItem(event: StreamEvent, value: unknown): EventItem {
  const data = JSON.stringify(value);
  return event.id === 'never' ? { event: event.tag, data } : { event: event.tag, data, id: exampleId };
}

function eventBlock({ event, data, id }: EventItem): string {
  return [`event: ${event}`, ...(id === undefined ? [] : [`id: ${id}`]), `data: ${data}`, '', ''].join('\n');
}
