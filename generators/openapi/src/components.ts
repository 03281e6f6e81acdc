import { type Representation, referencesOf, type Operation, type Stream } from '@tidemark/model';
import { componentSchemas, errorSchemas, type JsonObject, nonEmptyObject, present } from '@tidemark/schema';
import { errorHeaders, errorResponses } from './error-responses.ts';
import { securityScheme } from './security.ts';

type Endpoint = Operation | Stream;

/** A Components Object with what the document refers to, and nothing else: linters report a component that nothing uses. */
export function componentsObject(representation: Representation, endpoints: readonly Endpoint[]): JsonObject {
  const errors = [...errorSchemas(representation).values()];
  const roots = [...endpoints.flatMap(schemasOf), ...errors.map((schema) => schema.name)];
  const schemes = representation.security.filter(({ name }) =>
    endpoints.some(({ access }) => access.some(({ scheme }) => scheme === name)),
  );
  return present({
    schemas: nonEmptyObject(componentSchemas([...representation.schemas, ...errors], '2020-12', roots)),
    responses: nonEmptyObject(errorResponses(representation, endpoints)),
    headers: nonEmptyObject(errorHeaders(representation.errors)),
    securitySchemes: nonEmptyObject(Object.fromEntries(schemes.map((scheme) => [scheme.name, securityScheme(scheme)]))),
  });
}

/** Names of the schemas that an endpoint refers to itself. */
function schemasOf(endpoint: Endpoint): readonly string[] {
  const nodes = [...endpoint.parameters, ...headersOf(endpoint)].flatMap(({ node }) => [...referencesOf(node)]);
  const body = endpoint.body === undefined ? [] : [endpoint.body.schema];
  const answers =
    'events' in endpoint
      ? [endpoint.message, ...endpoint.events.map((event) => event.schema)]
      : endpoint.responses.flatMap(({ schema }) => schema ?? []);
  return [...nodes, ...body, ...answers];
}

function headersOf(endpoint: Endpoint): readonly { readonly node: Parameters<typeof referencesOf>[0] }[] {
  return 'events' in endpoint ? [] : endpoint.responses.flatMap((response) => response.headers);
}
