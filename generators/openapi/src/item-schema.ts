import type { Stream, StreamEvent } from '@tidemark/model';
import { type JsonObject, nonEmpty, present, reference } from '@tidemark/schema';

/**
 * One Server-Sent Event after WHATWG parsing: an object of strings, closed, so that `retry` is never sent.
 * `data` is text whose content is the stream's whole message. One branch per tag narrows `event`, whether there is an `id`,
 * and the content, so the branches are disjoint even where content is not asserted (C2.1).
 */
export function itemSchema(stream: Stream, maxBytes: number | undefined): JsonObject {
  const branches = stream.events.map((event) => branch(event, stream));
  const [only, second] = branches;
  return {
    type: 'object',
    required: ['event', 'data'],
    properties: present({
      event: { type: 'string', enum: stream.events.map((event) => event.tag) },
      data: present({
        type: 'string',
        maxLength: maxBytes,
        contentMediaType: 'application/json',
        contentSchema: reference('components', 'schemas', stream.message),
        'x-max-bytes': maxBytes,
      }),
      id: hasIds(stream) ? eventIdSchema(maxBytes) : undefined,
    }),
    additionalProperties: false,
    ...(only !== undefined && second === undefined ? { allOf: [only] } : { oneOf: branches }),
  };
}

/** An event's `id`, and so `Last-Event-ID`: CR, LF and NUL cannot travel in it, and an empty one resets the position. */
export function eventIdSchema(maxBytes: number | undefined): JsonObject {
  return present({ type: 'string', minLength: 1, maxLength: maxBytes, pattern: '^[^\\u0000\\r\\n]+$' });
}

function hasIds(stream: Stream): boolean {
  return stream.events.some((event) => event.id !== 'never');
}

function branch(event: StreamEvent, stream: Stream): JsonObject {
  const never = event.id === 'never' && hasIds(stream);
  return present({
    title: event.schema,
    description: event.description,
    required: nonEmpty(event.id === 'always' ? ['event', 'id'] : ['event']),
    properties: present({
      event: { const: event.tag },
      data: { contentMediaType: 'application/json', contentSchema: reference('components', 'schemas', event.schema) },
      id: never ? { not: {} } : undefined,
    }),
  });
}
