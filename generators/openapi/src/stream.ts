import type { Representation, Stream } from '@tidemark/model';
import {
  bullets,
  type JsonObject,
  limitsInForce,
  limitText,
  limitValue,
  nonEmpty,
  paragraphs,
  present,
  terminalLines,
  versionText,
} from '@tidemark/schema';
import { errorAnswers } from './error-responses.ts';
import { eventExamples } from './event-examples.ts';
import { eventIdSchema, itemSchema } from './item-schema.ts';
import { parameterObject, requestBodyObject } from './parts.ts';
import { securityRequirements } from './security.ts';

/** An Operation Object whose 200 answer is a stream of Server-Sent Events. */
export function streamObject(stream: Stream, representation: Representation): JsonObject {
  const { eventBytes } = stream.limits;
  const maxBytes = limitValue(representation, eventBytes);
  return present({
    tags: nonEmpty(stream.tags),
    summary: stream.summary,
    description: streamText(stream, representation),
    operationId: stream.name,
    parameters: nonEmpty([...stream.parameters.map(parameterObject), ...lastEventId(stream, maxBytes)]),
    requestBody: stream.body && requestBodyObject(stream.body, representation),
    responses: Object.fromEntries([['200', streamResponse(stream, representation, maxBytes)], ...errorAnswers(stream, representation)]),
    security: securityRequirements(stream.access),
    'x-limits': limitsInForce(representation, stream.limits),
    'x-tidemark-stream': streamFacts(stream),
  });
}

/** The header by which a client resumes, unless the contract already lists it among the parameters. */
function lastEventId({ resume, parameters }: Stream, maxBytes: number | undefined): readonly JsonObject[] {
  if (resume?.header !== true) return [];
  if (parameters.some((parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === 'last-event-id')) return [];
  return [{ name: 'Last-Event-ID', in: 'header', description: resume.description, schema: eventIdSchema(maxBytes) }];
}

function streamResponse(stream: Stream, representation: Representation, maxBytes: number | undefined): JsonObject {
  return {
    // C2.4a: other tools read `itemSchema` as an object `data`, or as the payload itself.
    description: 'The stream, as Server-Sent Events. `data` is text, and its `contentSchema` describes the JSON in it.',
    content: {
      'text/event-stream': present({ itemSchema: itemSchema(stream, maxBytes), examples: eventExamples(stream, representation) }),
    },
  };
}

function streamText(stream: Stream, representation: Representation): string {
  const { tag, limits, resume } = stream;
  return paragraphs(
    stream.description,
    `Each event's \`event\` is the \`${tag}\` of its message, and its \`data\` is one line of JSON of at most ${limitText(representation, limits.eventBytes)}. A comment keeps an idle stream open every ${limitText(representation, limits.heartbeatMs)}.`,
    versionText(stream.version),
    resume && resumeText(stream),
    bullets('These messages end the stream:', terminalLines(stream.events)),
  );
}

function resumeText({ resume, events }: Stream): string {
  const carriers = [
    ...(resume?.bodyField === undefined ? [] : [`the body's \`${resume.bodyField}\``]),
    ...(resume?.header === true ? ['`Last-Event-ID`'] : []),
  ];
  const origin = events.every((event) => event.id === 'always')
    ? 'the `id` of the last event handled'
    : 'the `id` of the last event handled that had one';
  const precedence = carriers.length > 1 ? '; the body goes before the header' : '';
  return `To resume, send ${origin} in ${carriers.join(' or ')}${precedence}. ${resume?.description ?? ''}`;
}

/** `x-tidemark-stream`: what OpenAPI has no field for. */
function streamFacts(stream: Stream): JsonObject {
  return present({
    tag: stream.tag,
    version: stream.version,
    message: stream.message,
    events: Object.fromEntries(stream.events.map(({ tag, schema, id, terminal }) => [tag, present({ schema, id, terminal })])),
    resume: stream.resume && present({ option: stream.resume.option, header: stream.resume.header, bodyField: stream.resume.bodyField }),
  });
}
