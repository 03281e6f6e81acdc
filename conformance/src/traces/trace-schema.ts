import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { TRACE_FORMAT } from './trace.ts';

const text = { type: 'string', maxLength: 4096 } as const;
const name = { type: 'string', minLength: 1, maxLength: 256 } as const;
const digest = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const whole = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const connection = { type: 'integer', minimum: 1, maximum: 1_000_000 } as const;
const headers = {
  type: 'array',
  maxItems: 1_000,
  items: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'string' }], minItems: 2, maxItems: 2 },
} as const;
const numbered = { n: { ...whole, minimum: 1 }, t: { type: 'number', minimum: 0 } } as const;
const onConnection = { ...numbered, connection, direction: { enum: ['to-host', 'from-host'] } } as const;

function closed(properties: Record<string, unknown>, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((member) => !optional.includes(member));
  return { type: 'object', properties, required, additionalProperties: false };
}

const HEADER = closed({
  trace: { const: TRACE_FORMAT },
  vantage: { enum: ['proxy', 'client', 'host'] },
  peer: name,
  implementation: name,
  suite: name,
  scenario: name,
  seed: { anyOf: [name, { type: 'null' }] },
  clock: { const: 'milliseconds-since-start' },
  callers: { type: 'object', additionalProperties: digest, propertyNames: name, maxProperties: 100 },
});

const span = closed({ offset: whole, length: { ...whole, minimum: 1 }, digest });
const maybeConnection = { anyOf: [connection, { type: 'null' }] };

const RECORDS: Readonly<Record<string, object>> = {
  'request-head': closed({ ...onConnection, kind: { const: 'request-head' }, method: name, target: { type: 'string' }, headers }),
  'response-head': closed({
    ...onConnection,
    kind: { const: 'response-head' },
    status: { type: 'integer', minimum: 100, maximum: 599 },
    reason: { type: 'string' },
    headers,
  }),
  bytes: closed(
    {
      ...onConnection,
      kind: { const: 'bytes' },
      data: { type: 'string', minLength: 4 },
      redacted: { type: 'array', items: span, minItems: 1 },
    },
    ['redacted'],
  ),
  end: closed({
    ...onConnection,
    kind: { const: 'end' },
    how: { enum: ['fin', 'reset', 'timeout', 'abort'] },
    by: { enum: ['peer', 'host', 'recorder'] },
  }),
  cause: closed(
    {
      ...numbered,
      kind: { const: 'cause' },
      connection: maybeConnection,
      action: { enum: ['emit', 'restart', 'expire', 'remove', 'cut', 'forge'] },
      caller: name,
      eventId: text,
      delivery: { enum: ['durable', 'ephemeral'] },
    },
    ['caller', 'eventId', 'delivery'],
  ),
  note: closed({ ...numbered, kind: { const: 'note' }, connection: maybeConnection, text }),
};

const FOOTER = closed({ kind: { const: 'footer' }, records: whole, sha256: digest });

const ajv = new Ajv2020({ strict: false, validateSchema: false });
const compiled = new Map<string, ValidateFunction>();

function matches(key: string, schema: object, value: unknown): boolean {
  const known = compiled.get(key) ?? ajv.compile(schema);
  compiled.set(key, known);
  return known(value);
}

export function isTraceHeader(value: unknown): boolean {
  return matches('header', HEADER, value);
}

export function isTraceFooter(value: unknown): boolean {
  return matches('footer', FOOTER, value);
}

/** Whether it is a record of its kind, closed. */
export function isTraceRecord(value: { readonly kind?: unknown }): boolean {
  const { kind } = value;
  const schema = typeof kind === 'string' && Object.hasOwn(RECORDS, kind) ? RECORDS[kind] : undefined;
  return schema !== undefined && matches(String(kind), schema, value);
}
