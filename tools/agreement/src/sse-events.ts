import type { Representation, Stream } from '@tidemark/model';
import { loadModule, type LoadedDecoder } from '@tidemark/decoders/testing';
import type { JsonObject } from '@tidemark/schema';
import type { Case } from './corpus.ts';
import { ajvCompiler } from './judges/ajv-judge.ts';
import { createRandom, type Random } from './random.ts';
import { brokenRule } from './strictness.ts';
import { printing, type Subject } from './subjects.ts';

/** One event after parsing, as the `itemSchema` of its stream sees it. */
export type EventItem = Readonly<Record<string, unknown>>;

export interface EventCase {
  readonly change: string;
  readonly item: EventItem;
}

const IDS: readonly (readonly [string, unknown])[] = [
  ['no id', undefined],
  ['empty id', ''],
  ['id with line feed', 'a\nb'],
  ['id with carriage return', 'a\rb'],
  ['id with NUL', 'a\u0000b'],
  ['id beyond ASCII', 'größe-\u{1F600}'],
  ['id that is a number', 7],
];

/** Events of a stream around the messages of a corpus: each once as it should be, and once with one thing changed. */
export function eventCases(stream: Stream, messages: readonly Case[], seed: number): readonly EventCase[] {
  const random = createRandom(seed);
  return messages.flatMap(({ text }, i) => {
    const event = eventOf(stream, text);
    const described = stream.events.find((candidate) => candidate.tag === event);
    const item: EventItem = { event, data: text, ...(described?.id === 'never' ? {} : { id: `e-${i}` }) };
    return [{ change: 'none', item }, changed(item, stream, random)];
  });
}

/** The tag of the message where it has one. */
function eventOf(stream: Stream, text: string): string {
  const value: unknown = JSON.parse(text);
  const tag = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[stream.tag] : undefined;
  return typeof tag === 'string' ? tag : (stream.events[0]?.tag ?? '');
}

function changed(item: EventItem, stream: Stream, random: Random): EventCase {
  const { id, ...withoutId } = item;
  const [name, other] = random.pick(IDS) ?? ['no id', undefined];
  const { event, ...withoutEvent } = item;
  const { data, ...withoutData } = item;
  const cases: readonly EventCase[] = [
    { change: name, item: other === undefined ? withoutId : { ...item, id: other } },
    { change: 'id where none is sent', item: { ...item, id: id ?? 'e-0' } },
    { change: 'event of another tag', item: { ...item, event: random.pick(stream.events)?.tag } },
    { change: 'event that is not listed', item: { ...item, event: random.pick(['message', 'order-found', '', 'constructor']) } },
    { change: 'event in upper case', item: { ...item, event: String(event).toUpperCase() } },
    { change: 'no event', item: withoutEvent },
    { change: 'no data', item: withoutData },
    { change: 'retry', item: { ...item, retry: 1000 } },
    {
      change: 'data that is no JSON',
      item: { ...item, data: random.pick(['', '{', 'undefined', `${String(data)}x`, `\uFEFF${String(data)}`]) },
    },
    { change: 'data as an object', item: { ...item, data: JSON.parse(String(data)) as unknown } },
    { change: 'data in an array', item: { ...item, data: `[${String(data)}]` } },
  ];
  return random.pick(cases) ?? { change: 'none', item };
}

export interface EventJudges {
  /** By the published item schema, content asserted. */
  readonly bySchema: (item: EventItem) => boolean;
  /** By the decoder of the message, the tag and the rules of ids. */
  readonly byDecoder: (item: EventItem) => boolean;
}

export function eventJudges(subject: Subject, stream: Stream): EventJudges {
  return { bySchema: schemaJudge(subject, stream), byDecoder: decoderJudge(subject.representation, stream) };
}

interface Branch {
  readonly properties: { readonly event: { readonly const: string }; readonly data: { readonly contentSchema: JsonObject } };
}

/** The item schema as a validator reads it, then the content of `data` by the `contentSchema` beside it and by that of its event's branch. */
function schemaJudge(subject: Subject, stream: Stream): EventJudges['bySchema'] {
  const item = itemSchemaOf(subject, stream);
  const compile = ajvCompiler('2020-12', printing(subject, '2020-12').schemas);
  const validItem = compile(item);
  const whole = compile((item['properties'] as Branch['properties']).data.contentSchema);
  const branches = new Map(
    ((item['oneOf'] ?? item['allOf']) as readonly Branch[]).map(({ properties }) => [
      properties.event.const,
      compile(properties.data.contentSchema),
    ]),
  );
  return (event) => {
    if (!validItem(event)) return false;
    const text = event['data'] as string;
    const content = parse(text);
    const branch = branches.get(event['event'] as string);
    return (
      content !== undefined && whole(content.value) && branch?.(content.value) === true && brokenRule(content.value, text) === undefined
    );
  };
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

export function itemSchemaOf(subject: Subject, stream: Stream): JsonObject {
  const paths = subject.openapi?.['paths'] as Record<string, Record<string, { readonly responses: JsonObject }>>;
  const operation = paths[stream.path]?.[stream.method.toLowerCase()];
  const response = operation?.responses['200'] as { readonly content: Record<string, { readonly itemSchema: JsonObject }> };
  const media = response.content['text/event-stream'];
  if (media === undefined) throw new Error(`${stream.name} has no event stream`);
  return media.itemSchema;
}

function decoderJudge(representation: Representation, stream: Stream): EventJudges['byDecoder'] {
  const module = loadModule(representation);
  const decode = module[`tryDecode${stream.message}`] as LoadedDecoder['tryDecode'];
  const maxBytes = representation.limits.find((limit) => limit.name === stream.limits.eventBytes)?.value ?? 0;
  return (item) => {
    const described = stream.events.find((event) => event.tag === item['event']);
    const known = Object.keys(item).every((name) => name === 'event' || name === 'data' || name === 'id');
    if (!known || described === undefined || typeof item['data'] !== 'string' || !idFits(described.id, item['id'])) return false;
    const result = decode(item['data'], { maxBytes });
    return result.ok && (result.value as Record<string, unknown>)[stream.tag] === described.tag;
  };
}

/** What a client takes for an event's id (WHATWG HTML 9.2.6: no line break, no NUL; an empty one resets the position). */
function idFits(rule: Stream['events'][number]['id'], id: unknown): boolean {
  if (id === undefined) return rule !== 'always';
  return rule !== 'never' && typeof id === 'string' && id !== '' && !['\n', '\r', '\u0000'].some((character) => id.includes(character));
}
