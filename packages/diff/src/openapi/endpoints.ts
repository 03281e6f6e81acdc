import { elementsOf, entriesOf, type JsonObject, locate, locateMember, type Located, objectAt, own, stringAt } from '../json.ts';

/** One operation of an OpenAPI document. */
export interface Endpoint {
  /** Method, and path with its parameters' names left out: `GET /orders/{}`. */
  readonly key: string;
  readonly id: string | undefined;
  readonly path: string;
  readonly at: Located;
  readonly parameters: readonly Located[];
  /** Whether a success answer is a stream of Server-Sent Events. */
  readonly isStream: boolean;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

function hasStream(operation: Located): boolean {
  return [...entriesOf(operation, 'responses').values()].some((response) =>
    Object.hasOwn(objectAt(response.value, 'content'), 'text/event-stream'),
  );
}

/** Operation parameters replace those of the path item of the same place and name. */
function parametersOf(item: Located, operation: Located): Located[] {
  const byName = new Map<string, Located>();
  for (const parameter of [...elementsOf(item, 'parameters'), ...elementsOf(operation, 'parameters')]) {
    byName.set(`${stringAt(parameter.value, 'in') ?? ''} ${stringAt(parameter.value, 'name') ?? ''}`, parameter);
  }
  return [...byName.values()];
}

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '');
}

/** Every operation below `paths`. */
export function endpointsOf(document: JsonObject): Endpoint[] {
  const root = locate(document, '');
  if (!root) return [];
  return [...entriesOf(root, 'paths')].flatMap(([path, item]) => {
    const named = methods
      .filter((method) => own(item.value, method) !== undefined)
      .map((method) => [method.toUpperCase(), locateMember(item, method)] as const);
    const further = [...entriesOf(item, 'additionalOperations')];
    return [...named, ...further].flatMap(([method, at]) =>
      at
        ? [
            {
              key: `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`,
              id: stringAt(at.value, 'operationId'),
              path,
              at,
              parameters: parametersOf(item, at),
              isStream: hasStream(at),
            },
          ]
        : [],
    );
  });
}
