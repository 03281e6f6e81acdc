import type { ErrorRow, NamedSchema, Node, Operation, Representation, Stream } from '@tidemark/model';
import { errorRows, errorSchemas, type JsonObject, nonEmptyObject, present, printSchema, reference } from '@tidemark/schema';

type Endpoint = Operation | Stream;

/** What any recipient can represent (RFC 9111 section 1.2.2 asks for 31 bits). */
const longestDelaySeconds = 2 ** 31 - 1;

/**
 * `components.responses`: each registered error under its code, then each set of codes that share a status in some endpoint,
 * under the codes joined by a dot. A code that no endpoint answers alone also gets a reference, `registered.<code>`:
 * linters take a response without one for a leftover, but the registry is complete by rule (C2.1).
 */
export function errorResponses(representation: Representation, endpoints: readonly Endpoint[]): JsonObject {
  const schemas = errorSchemas(representation);
  const groups = new Map(
    endpoints.flatMap((endpoint) => [...errorsByStatus(endpoint, representation).values()]).map((rows) => [groupName(rows), rows]),
  );
  const alone = representation.errors.map((row): [string, JsonObject] => [row.code, response([row], schemas)]);
  const together = [...groups]
    .filter(([, rows]) => rows.length > 1)
    .map(([name, rows]): [string, JsonObject] => [name, response(rows, schemas)]);
  const unlisted = representation.errors
    .filter(({ code }) => !groups.has(code))
    .map(({ code }): [string, JsonObject] => [`registered.${code}`, reference('components', 'responses', code)]);
  return Object.fromEntries([...alone, ...together, ...unlisted]);
}

/** An endpoint's error answers: one reference for each status, ascending. */
export function errorAnswers(endpoint: Endpoint, representation: Representation): readonly (readonly [string, JsonObject])[] {
  const byStatus = [...errorsByStatus(endpoint, representation)];
  return byStatus.map(([status, rows]) => [String(status), reference('components', 'responses', groupName(rows))]);
}

function errorsByStatus(endpoint: Endpoint, representation: Representation): ReadonlyMap<number, readonly ErrorRow[]> {
  const rows = errorRows(representation, endpoint.errors);
  const statuses = [...new Set(rows.map((row) => row.status))].toSorted((a, b) => a - b);
  return new Map(statuses.map((status) => [status, rows.filter((row) => row.status === status)]));
}

function groupName(rows: readonly ErrorRow[]): string {
  return rows.map((row) => row.code).join('.');
}

function response(rows: readonly ErrorRow[], schemas: ReadonlyMap<string, NamedSchema>): JsonObject {
  const members = rows.map(({ code }) => ({ value: code, node: { kind: 'ref', name: schemas.get(code)?.name ?? code } as const }));
  const body: Node = { kind: 'tagged', tag: 'error', members };
  return present({
    description: rows.map((row) => `\`${row.code}\`: ${row.description}`).join('\n\n'),
    headers: headerReferences(rows),
    content: { 'application/json': { schema: printSchema(body, '2020-12'), examples: Object.fromEntries(rows.map(errorExample)) } },
    'x-tidemark-errors': Object.fromEntries(rows.map(({ code, retriable, statusSource }) => [code, { retriable, statusSource }])),
  });
}

/** `components.headers`: what error answers carry, each where some registered error does. */
export function errorHeaders(rows: readonly ErrorRow[]): JsonObject {
  return present({
    'Retry-After': rows.some(asksToWait)
      ? {
          description: 'Seconds to wait before the next attempt (RFC 9110 section 10.2.3).',
          schema: { type: 'integer', minimum: 0, maximum: longestDelaySeconds },
        }
      : undefined,
    'WWW-Authenticate': rows.some(asksForCredential)
      ? {
          description: 'The challenge that a 401 answer carries (RFC 9110 section 11.6.1).',
          schema: { type: 'string', minLength: 1, maxLength: 1024 },
        }
      : undefined,
  });
}

function headerReferences(rows: readonly ErrorRow[]): JsonObject | undefined {
  const names = Object.keys(errorHeaders(rows));
  return nonEmptyObject(Object.fromEntries(names.map((name) => [name, reference('components', 'headers', name)])));
}

function asksToWait({ retriable, status }: ErrorRow): boolean {
  return retriable || status === 429 || status === 503;
}

function asksForCredential({ status }: ErrorRow): boolean {
  return status === 401;
}

function errorExample(row: ErrorRow): [string, JsonObject] {
  const message = row.message ?? row.description;
  return [row.code, { summary: `A ${row.status} answer`, value: { error: row.code, message } }];
}
