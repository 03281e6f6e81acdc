import { amount, anything, either, flag, type Form, isRecord, listOf, mapOf, oneOf, struct, text } from '../form.ts';

/** Types are looked into by `checkSchema`; here it only matters that one stands there. */
const schema: Form = {
  what: 'a TypeBox type',
  check: (value, path, issues) => {
    if (!isRecord(value)) issues.add('malformed-definition', path, 'It is not a TypeBox type.');
  },
};
const examples = mapOf(struct({ summary: text, value: anything }));
const documented = { description: text, tags: listOf(text) };
const parameters = { path: mapOf(schema), query: mapOf(schema), headers: mapOf(schema) };
const body = struct({ schema, maxBytes: text, examples }, { description: text });
const request = struct({}, { ...parameters, body });
const terminal = { terminal: oneOf('reconnect', 'final') };

const access: Form = either(oneOf('public'), listOf(struct({ scheme: text }, { scopes: listOf(text) })));

const version: Form = {
  what: '{ field } or { none }',
  check: (value, path, issues) =>
    (isRecord(value) && Object.hasOwn(value, 'none') ? struct({ none: text }) : struct({ field: text })).check(value, path, issues),
};

const security: Form = {
  what: 'a security scheme',
  check: (value, path, issues) => {
    const bearer = struct({ kind: oneOf('bearer', 'api-key'), description: text }, { format: text, scopes: mapOf(text) });
    const apiKey = struct({ kind: oneOf('api-key'), header: text, description: text });
    (isRecord(value) && value['kind'] === 'api-key' ? apiKey : bearer).check(value, path, issues);
  },
};

const error = struct(
  { status: amount, retriable: flag, details: either(oneOf(null), schema), statusSource: text, description: text },
  { message: text },
);

const limit = struct({
  value: amount,
  unit: oneOf('bytes', 'milliseconds', 'seconds', 'items', 'levels', 'per-second'),
  description: text,
});

const response = struct({ description: text }, { schema, headers: mapOf(schema), examples });

const operation = struct(
  {
    method: oneOf('GET', 'PUT', 'POST', 'DELETE', 'PATCH'),
    path: text,
    summary: text,
    access,
    responses: mapOf(response),
    errors: listOf(text),
  },
  { ...documented, request },
);

const stream = struct(
  {
    method: oneOf('GET', 'POST'),
    path: text,
    summary: text,
    access,
    errors: listOf(text),
    tag: text,
    version,
    message: schema,
    events: mapOf(struct({ id: oneOf('always', 'optional', 'never'), examples }, { description: text, ...terminal })),
    limits: struct({ eventBytes: text, heartbeatMs: text }),
  },
  {
    ...documented,
    request,
    unknownEvents: oneOf('ignore'),
    resume: struct({ option: oneOf('cursor', 'lastEventId'), header: flag, description: text }, { bodyField: text }),
  },
);

const socket = struct(
  {
    path: text,
    summary: text,
    access,
    errors: listOf(text),
    subprotocol: text,
    tag: text,
    version,
    client: schema,
    server: schema,
    messages: mapOf(struct({ examples }, { description: text, ...terminal })),
    closeCodes: mapOf(struct({ name: text, description: text, reconnect: flag })),
    limits: struct({ messageBytes: text, replyMs: text }),
  },
  {
    ...documented,
    request: struct({}, parameters),
    exchanges: mapOf(struct({ replies: listOf(text), correlation: text })),
    opening: struct({ challenge: text, answer: text, accepted: text }),
  },
);

/** `ContractDefinition` as a form: what a definition that was written without a type checker is held to. */
export const definitionForm: Form = struct(
  {
    id: text,
    version: text,
    title: text,
    summary: text,
    license: struct({ name: text, identifier: text }),
    servers: mapOf(struct({ url: text, description: text })),
    schemas: mapOf(schema),
    errors: mapOf(error),
    security: mapOf(security),
    limits: mapOf(limit),
  },
  {
    description: text,
    tags: mapOf(text),
    operations: mapOf(operation),
    streams: mapOf(stream),
    sockets: mapOf(socket),
    examples: mapOf(examples),
  },
);
