import { Dictionary, List, Nullable, Struct, Tagged, Text, Type, type TSchema } from '@tidemark/contract';
import { CODES, FREE, PROPERTY_NAMES, SCHEMA_NAMES } from './strange-names.ts';
import { echo, one, refusal, type Strange } from './strange-contract.ts';

function schemasNamed(names: readonly string[]): Readonly<Record<string, TSchema>> {
  return Object.fromEntries(
    names.map((name) => [name, Struct({ text: Text(20), again: Type.Optional(Text(9)) }, { description: `The type ${name}.` })]),
  );
}

function carrying(tag: string): object {
  return { type: tag, v: 1, held: { text: 'a' }, more: [{ text: 'b' }] };
}

export function schemaNames(): Strange {
  const schemas = schemasNamed(SCHEMA_NAMES);
  const of = (name: string): TSchema => schemas[name] ?? Type.Null();
  const message = (tag: string, name: string): TSchema =>
    Tagged(tag, { held: of(name), more: List(of(name), 3) }, { v: 1, description: `Carries ${name}.` });
  const tags = SCHEMA_NAMES.map((name) => [`t-${name}`, name] as const);
  const sent = Object.fromEntries(tags.map(([tag, name]) => [`Sent${name}`, message(tag, name)]));
  const asked = Object.fromEntries(tags.map(([tag, name]) => [`Asked${name}`, message(`ask-${tag}`, name)]));
  const ServerMessage = Type.Union(Object.values(sent));
  const ClientMessage = Type.Union(Object.values(asked));
  const codes = SCHEMA_NAMES.map((name) => `e_${name.toLowerCase()}`);
  return {
    schemas: { ...schemas, ...sent, ...asked, ServerMessage, ClientMessage },
    errors: Object.fromEntries(SCHEMA_NAMES.map((name, i) => [codes[i] ?? '', refusal(422, of(name))])),
    operations: Object.fromEntries(
      SCHEMA_NAMES.map((name, i) => [
        `use${name}`,
        echo(`/use/${i}`, of(name), { text: name.slice(0, 20) }, ['not_found', codes[i] ?? '']),
      ]),
    ),
    streams: {
      follow: {
        method: 'GET',
        path: '/follow',
        summary: 'Follow',
        access: 'public',
        errors: ['not_found'],
        tag: 'type',
        version: { field: 'v' },
        message: ServerMessage,
        events: Object.fromEntries(tags.map(([tag]) => [tag, { id: 'never', examples: one(carrying(tag)) }])),
        limits: { eventBytes: 'bodyBytes', heartbeatMs: 'waitMs' },
      },
    },
    sockets: {
      desk: {
        path: '/desk',
        summary: 'Talk',
        access: 'public',
        errors: [],
        subprotocol: 'strange.v1',
        tag: 'type',
        version: { field: 'v' },
        client: ClientMessage,
        server: ServerMessage,
        messages: Object.fromEntries(tags.flatMap(([tag]) => [tag, `ask-${tag}`]).map((tag) => [tag, { examples: one(carrying(tag)) }])),
        closeCodes: {},
        limits: { messageBytes: 'bodyBytes', replyMs: 'waitMs' },
      },
    },
  };
}

function struct(make: (name: string, index: number) => TSchema): TSchema {
  return Struct(Object.fromEntries(PROPERTY_NAMES.map((name, i) => [name, make(name, i)])));
}

export function propertyNames(): Strange {
  const fields = Object.fromEntries(PROPERTY_NAMES.map((name) => [name, name]));
  const Texts = struct(() => Text(30));
  const Optionals = struct(() => Type.Optional(Type.Union([Text(30), Type.Null()])));
  const Nested = struct((name) => Struct({ [name]: List(Text(30), 2) }));
  const Choices = struct((name, i) => Type.Union([Type.Literal(name), Type.Literal(`x${i}`)]));
  const Bag = Dictionary(Text(30), Text(30), 200);
  const schemas = { Texts, Optionals, Nested, Choices, Bag };
  const values: Readonly<Record<string, unknown>> = {
    Texts: fields,
    Optionals: fields,
    Nested: Object.fromEntries(PROPERTY_NAMES.map((name) => [name, Object.fromEntries([[name, [name]]])])),
    Choices: fields,
    Bag: fields,
  };
  return {
    schemas,
    operations: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [`echo${name}`, echo(`/${name}`, schema, values[name])]),
    ),
  };
}

export function errorCodes(): Strange {
  return {
    errors: Object.fromEntries(CODES.map((code) => [code, refusal(422, Struct({ text: Text(20) }, { description: `Of ${code}.` }))])),
  };
}

function named<T>(make: (name: string) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(FREE.map((name) => [name, make(name)]));
}

export function freeNames(): Strange {
  const Kind = Struct({ kind: Type.Enum([...FREE, '__proto__', '']), fixed: Type.Literal('*/`${x}') });
  const example = { kind: '</script>', fixed: '*/`${x}' };
  const operation = echo('/kind', Kind, example);
  return {
    schemas: { Kind },
    tags: named((name) => `About ${name}.`),
    operations: {
      echoKind: {
        ...operation,
        tags: FREE,
        responses: { 200: { description: 'Kind.', schema: Kind, examples: named((name) => ({ summary: name, value: example })) } },
      },
    },
    examples: { Kind: named((name) => ({ summary: name, value: example })) },
  };
}

function kinds(count: number): readonly TSchema[] {
  return Array.from({ length: count }, (_, i) => Tagged(`the-kind-number-${i}`, { text: Text(9) }));
}

/** Unions in unions, short and too long for a line. */
export function unionsInUnions(): Strange {
  const words = Array.from({ length: 12 }, (_, i) => Type.Literal(`a rather long word ${i}`));
  const value = { type: 'the-kind-number-1', text: 'a' };
  const schemas = {
    Short: Type.Union([...kinds(2).slice(0, 1), Type.Null(), ...kinds(2).slice(1)]),
    Wide: Type.Union([...kinds(7), Type.Null(), Text(9), ...words.map(() => Type.Number()).slice(0, 1)]),
    Words: Type.Union([...words, Type.Null(), List(Text(3), 3), ...kinds(3)]),
  };
  const Holder = Struct({
    short: List(schemas.Short, 3),
    inline: Nullable(Type.Union([...kinds(3)])),
    list: List(Type.Union([...kinds(5), Type.Null()]), 3),
    words: Type.Optional(List(Type.Union([...words, Type.Boolean()]), 3)),
  });
  const held = { short: [value, null], inline: value, list: [null, value], words: ['a rather long word 3', true] };
  return {
    schemas: { ...schemas, Holder },
    operations: {
      echoShort: echo('/short', schemas.Short, value),
      echoWide: echo('/wide', schemas.Wide, value),
      echoWords: echo('/words', schemas.Words, 'a rather long word 3'),
      echoHolder: echo('/holder', Holder, held),
    },
  };
}
