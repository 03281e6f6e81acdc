import type { Body, Example, Node, Parameter, Representation, Response } from '@tidemark/model';
import { type JsonObject, limitsInForce, limitText, nonEmptyObject, paragraphs, present, printSchema, reference } from '@tidemark/schema';

/** A Parameter Object. Arrays (query only) are repeated keys. The type's documentation is the parameter's. */
export function parameterObject(parameter: Parameter): JsonObject {
  const { node } = parameter;
  const repeated = parameter.in === 'query' && node.kind === 'array';
  return present({
    name: parameter.name,
    in: parameter.in,
    description: node.doc?.description,
    required: parameter.in === 'path' || parameter.required ? true : undefined,
    deprecated: node.doc?.deprecated,
    style: repeated ? 'form' : undefined,
    explode: repeated ? true : undefined,
    schema: printSchema(undocumented(node), '2020-12'),
  });
}

/** A Request Body Object; the byte bound is in its description and in `x-limits`. */
export function requestBodyObject(body: Body, representation: Representation): JsonObject {
  const bound = `At most ${limitText(representation, body.maxBytes)}, checked before the body is parsed.`;
  return {
    description: paragraphs(body.description, bound),
    content: jsonContent(body.schema, examplesOf(body, representation)),
    required: true,
    'x-limits': limitsInForce(representation, { maxBytes: body.maxBytes }),
  };
}

/** A Response Object of a success status. */
export function responseObject(response: Response, representation: Representation): JsonObject {
  const headers = response.headers.map((header) => [header.name, headerObject(header)]);
  const { schema } = response;
  return present({
    description: response.description,
    headers: nonEmptyObject(Object.fromEntries(headers)),
    content: schema === undefined ? undefined : jsonContent(schema, examplesOf({ schema, examples: response.examples }, representation)),
  });
}

/** The part's own examples, or those of its schema. */
export function examplesOf(
  part: { readonly schema: string; readonly examples: readonly Example[] },
  representation: Representation,
): readonly Example[] {
  if (part.examples.length > 0) return part.examples;
  return representation.schemas.find((schema) => schema.name === part.schema)?.examples ?? [];
}

/** The node without its description and deprecation, where these are said beside it. */
function undocumented(node: Node): Node {
  const { doc, ...rest } = node;
  return doc?.title === undefined ? rest : { ...rest, doc: { title: doc.title } };
}

function headerObject(header: Response['headers'][number]): JsonObject {
  const { node, required } = header;
  return present({
    description: node.doc?.description,
    required: required ? true : undefined,
    deprecated: node.doc?.deprecated,
    schema: printSchema(undocumented(node), '2020-12'),
  });
}

/** JSON examples use `value`, which every reader knows; OpenAPI 3.2 deprecates it only where the wire text is not JSON. */
function jsonContent(schema: string, examples: readonly Example[]): JsonObject {
  const entries = examples.map(({ name, summary, value }) => [name, { summary, value }]);
  return {
    'application/json': present({
      schema: reference('components', 'schemas', schema),
      examples: nonEmptyObject(Object.fromEntries(entries)),
    }),
  };
}
