import { Tagged, Text, Type, type TSchema } from '@tidemark/contract';
import { ENDPOINT_NAMES, PROPERTY_NAMES, TAGS } from './strange-names.ts';
import { echo, one, type Strange } from './strange-contract.ts';

function asking(tag: string): object {
  return { type: tag, v: 1, requestId: 'r', text: 'a' };
}

export function endpointNames(): Strange {
  const Message = Tagged('said', { text: Text(9) }, { v: 1 });
  const Asked = Tagged('asked', { text: Text(9) }, { v: 1 });
  const said = { type: 'said', v: 1, text: 'a' };
  const [operations, streams, sockets] = [0, 1, 2].map((kind) => ENDPOINT_NAMES.filter((_, i) => i % 3 === kind));
  const common = { summary: 'Do it', access: 'public' } as const;
  return {
    schemas: { Message, Asked },
    operations: Object.fromEntries((operations ?? []).map((name) => [name, echo(`/${name}`, Message, said)])),
    streams: Object.fromEntries(
      (streams ?? []).map((name) => [
        name,
        {
          ...common,
          method: 'GET',
          path: `/${name}`,
          errors: ['not_found'],
          tag: 'type',
          version: { field: 'v' },
          message: Message,
          events: { said: { id: 'always', examples: one(said) } },
          resume: { option: 'cursor', header: true, description: 'Goes on.' },
          limits: { eventBytes: 'bodyBytes', heartbeatMs: 'waitMs' },
        },
      ]),
    ),
    sockets: Object.fromEntries(
      (sockets ?? []).map((name) => [
        name,
        {
          ...common,
          path: `/${name}`,
          errors: [],
          subprotocol: 'strange.v1',
          tag: 'type',
          version: { field: 'v' },
          client: Asked,
          server: Message,
          messages: { said: { examples: one(said) }, asked: { examples: one({ ...said, type: 'asked' }) } },
          closeCodes: {},
          limits: { messageBytes: 'bodyBytes', replyMs: 'waitMs' },
        },
      ]),
    ),
  };
}

/** One message for each tag: `In0` with the tag itself, `Out0` with `out.` in front. */
function messagesOf(prefix: 'In' | 'Out'): Readonly<Record<string, TSchema>> {
  const types = TAGS.map((tag) => Tagged(prefix === 'In' ? tag : `out.${tag}`, { requestId: Text(20), text: Text(9) }, { v: 1 }));
  return Object.fromEntries(types.map((type, i) => [`${prefix}${i}`, type]));
}

export function tagNames(): Strange {
  const [incoming, outgoing] = [messagesOf('In'), messagesOf('Out')];
  const schemas = {
    ...incoming,
    ...outgoing,
    Incoming: Type.Union(Object.values(incoming)),
    Outgoing: Type.Union(Object.values(outgoing)),
  };
  return {
    schemas,
    streams: {
      follow: {
        method: 'GET',
        path: '/follow',
        summary: 'Follow',
        access: 'public',
        errors: ['not_found'],
        tag: 'type',
        version: { field: 'v' },
        message: schemas.Incoming,
        events: Object.fromEntries(TAGS.map((tag) => [tag, { id: 'never', examples: one(asking(tag)) }])),
        limits: { eventBytes: 'bodyBytes', heartbeatMs: 'waitMs' },
      },
    },
    sockets: {
      talk: {
        path: '/talk',
        summary: 'Talk',
        access: 'public',
        errors: [],
        subprotocol: "a!#$%&'*+.^_`|~-.v1",
        tag: 'type',
        version: { field: 'v' },
        client: schemas.Incoming,
        server: schemas.Outgoing,
        messages: Object.fromEntries(TAGS.flatMap((tag) => [tag, `out.${tag}`]).map((tag) => [tag, { examples: one(asking(tag)) }])),
        exchanges: Object.fromEntries(TAGS.map((tag) => [tag, { replies: [`out.${tag}`], correlation: 'requestId' }])),
        closeCodes: {},
        limits: { messageBytes: 'bodyBytes', replyMs: 'waitMs' },
      },
    },
  };
}

/** A tag property that is a member of every object, and one that needs escapes. */
export function tagProperties(): Strange {
  const names = ['constructor', 'toString', 'a-b', "'", '\n'];
  const schemas = Object.fromEntries(
    names.flatMap((tag, i) => {
      const members = ["it's", 'say "x"', '${x}', '`', '*/', '\u2028', '__proto__', ''].map((value) =>
        Tagged(value, { text: Text(9) }, { tag }),
      );
      return [[`Union${i}`, Type.Union(members)]];
    }),
  );
  return {
    schemas,
    operations: Object.fromEntries(
      names.map((tag, i) => [
        `echo${i}`,
        echo(
          `/${i}`,
          schemas[`Union${i}`] ?? Type.Null(),
          Object.fromEntries([
            [tag, i === 0 ? '__proto__' : '*/'],
            ['text', 'a'],
          ]),
        ),
      ]),
    ),
  };
}

/** What `await` calls. */
const AWAITED = ['th', 'en'].join('');

export function parameterNames(): Strange {
  const names = PROPERTY_NAMES.filter((name) => name !== '');
  const all = [...names, 'body', 'signal', 'prepare', 'retry', 'timeoutMs'];
  const literals = ['a', "it's", 'say "x"', '${x}', '`', '*/', '\\', '\n', '\u2028', '__proto__', ''];
  return {
    operations: {
      search: {
        method: 'GET',
        path: '/search/{constructor}/{then}/{default}',
        summary: 'Search',
        access: 'public',
        errors: ['not_found'],
        request: {
          path: Object.fromEntries([
            ['constructor', Text(9)],
            [AWAITED, Type.Enum(literals)],
            ['default', Text(9)],
          ]),
          query: Object.fromEntries(
            all.filter((name) => !['constructor', 'then', 'default'].includes(name)).map((name) => [name, Type.Optional(Text(9))]),
          ),
          headers: { 'x-a': Text(9), constructor2: Text(9) },
        },
        responses: {
          204: {
            description: 'Found.',
            headers: Object.fromEntries([
              ['x-b', Text(9)],
              [AWAITED, Type.Enum(literals)],
            ]),
          },
        },
      },
    },
  };
}
