import type { Operation, Representation, Stream } from '@tidemark/model';
import { errorsExtension, type JsonObject, limitsExtension, nonEmpty, nonEmptyObject, overviewText, present } from '@tidemark/schema';
import { componentsObject } from './components.ts';
import { operationObject } from './operation.ts';
import { serverUrl } from './server-url.ts';
import { streamObject } from './stream.ts';

/** The Schema Object dialect of OpenAPI 3.2; every `contentSchema` and component is read under it. */
const jsonSchemaDialect = 'https://spec.openapis.org/oas/3.2/dialect/2025-09-17';

/** The order in which the specification lists a Path Item's methods. */
const methodOrder = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'] as const;

/**
 * The OpenAPI 3.2.1 document of a contract's operations and streams, self-contained, with keys in the specification's order;
 * undefined when the contract has neither (C2.5). SSE `data` is a string whose `contentSchema` is the message (C2.4a).
 */
export function openapiDocument(representation: Representation): JsonObject | undefined {
  const endpoints = [...representation.operations, ...representation.streams];
  if (endpoints.length === 0) return undefined;
  const { id, version, title, summary, license } = representation;
  return present({
    openapi: '3.2.1',
    $self: selfUri(representation),
    info: present({ title, summary, description: nonEmptyText(overviewText(representation)), version, license }),
    jsonSchemaDialect,
    servers: representation.servers.map(({ name, url, description }) => ({ url: serverUrl(url), description, name })),
    paths: pathItems(representation),
    components: componentsObject(representation, endpoints),
    tags: nonEmpty(representation.tags.filter((tag) => endpoints.some((endpoint) => endpoint.tags.includes(tag.name)))),
    'x-limits': nonEmptyObject(limitsExtension(representation.limits)),
    'x-tidemark-contract': { id, major: representation.major },
    'x-tidemark-errors': nonEmptyObject(errorsExtension(representation.errors)),
  });
}

/** The document's identity: where the first server publishes it. References inside it are fragments, so nothing depends on this. */
function selfUri(representation: Representation): string {
  const [first] = representation.servers;
  return first === undefined ? 'openapi.json' : `${serverUrl(first.url)}/openapi.json`;
}

function pathItems(representation: Representation): JsonObject {
  const items = new Map<string, Map<string, JsonObject>>();
  const add = (endpoint: Operation | Stream, object: JsonObject): void => {
    const methods = items.get(endpoint.path) ?? new Map<string, JsonObject>();
    items.set(endpoint.path, methods.set(endpoint.method, object));
  };
  for (const operation of representation.operations) add(operation, operationObject(operation, representation));
  for (const stream of representation.streams) add(stream, streamObject(stream, representation));
  return Object.fromEntries([...items].map(([path, methods]) => [path, pathItem(methods)]));
}

function pathItem(methods: ReadonlyMap<string, JsonObject>): JsonObject {
  return present(Object.fromEntries(methodOrder.map((method) => [method.toLowerCase(), methods.get(method)])));
}

function nonEmptyText(text: string): string | undefined {
  return text === '' ? undefined : text;
}
