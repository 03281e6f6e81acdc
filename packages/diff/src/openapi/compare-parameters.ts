import { compareSchemas, compareTexts, report, type Tools, towards } from '../comparison.ts';
import type { Scope } from '../collector.ts';
import { entriesOf, jsonEqual, type Located, memberOf, own, stringAt } from '../json.ts';
import { partition } from '../shared/sets.ts';
import { compareContent } from './compare-content.ts';
import { type Endpoint, pathParameters } from './endpoints.ts';

function nameOf(parameter: Located): string {
  return stringAt(parameter.value, 'name') ?? '';
}

/** Place and name; headers without case, path parameters by their place in the path. */
function keyed(endpoint: Endpoint): Map<string, Located> {
  const order = pathParameters(endpoint.path);
  return new Map(
    endpoint.parameters.map((parameter) => {
      const place = stringAt(parameter.value, 'in') ?? '';
      const name = nameOf(parameter);
      return [
        place === 'path' ? `path ${order.indexOf(name)}` : place === 'header' ? `header ${name.toLowerCase()}` : `${place} ${name}`,
        parameter,
      ];
    }),
  );
}

const isRequired = (parameter: Located): boolean => own(parameter.value, 'required') === true;

/** Parameters of one operation that both versions have. */
export function compareParameters(tools: Tools, old: Endpoint, next: Endpoint, scope: Scope): void {
  const to = towards(scope, 'request');
  const { removed, added, kept } = partition(keyed(old), keyed(next));
  for (const [, parameter] of removed) {
    report(
      tools,
      isRequired(parameter) ? 'parameter-removed-required' : 'parameter-removed-optional',
      to,
      { old: parameter, next: next.at },
      `"${nameOf(parameter)}" was removed`,
    );
  }
  for (const [, parameter] of added) {
    report(
      tools,
      isRequired(parameter) ? 'parameter-added-required' : 'parameter-added-optional',
      to,
      { old: old.at, next: parameter },
      `"${nameOf(parameter)}" was added`,
    );
  }
  for (const [, before, after] of kept) compareParameter(tools, before, after, to);
}

function compareParameter(tools: Tools, old: Located, next: Located, scope: Scope): void {
  const both = { old, next };
  if (nameOf(old).toLowerCase() !== nameOf(next).toLowerCase())
    report(tools, 'parameter-renamed', scope, both, `"${nameOf(old)}" became "${nameOf(next)}"`);
  if (isRequired(old) !== isRequired(next))
    report(
      tools,
      isRequired(next) ? 'parameter-became-required' : 'parameter-became-optional',
      scope,
      both,
      `"${nameOf(next)}" became ${isRequired(next) ? 'required' : 'optional'}`,
    );
  const encodings = ['style', 'explode', 'allowReserved', 'allowEmptyValue'].filter(
    (name) => !jsonEqual(own(old.value, name), own(next.value, name)),
  );
  if (encodings.length > 0)
    report(tools, 'parameter-encoding-changed', scope, both, `${encodings.join(', ')} of "${nameOf(next)}" changed`);
  compareSchemas(tools, memberOf(old, 'schema'), memberOf(next, 'schema'), both, scope);
  compareContent(tools, old, next, scope);
  compareTexts(tools, both, scope, ['description', 'deprecated', 'example', 'examples']);
}

function headersOf(response: Located): Map<string, Located> {
  return new Map([...entriesOf(response, 'headers')].map(([name, header]) => [name.toLowerCase(), header]));
}

/** Response headers of one status. */
export function compareHeaders(tools: Tools, old: Located, next: Located, scope: Scope): void {
  const to = towards(scope, 'response');
  const { removed, added, kept } = partition(headersOf(old), headersOf(next));
  for (const [name, header] of removed)
    report(
      tools,
      isRequired(header) ? 'header-removed-required' : 'header-removed-optional',
      to,
      { old: header, next },
      `"${name}" was removed`,
    );
  for (const [name, header] of added)
    report(tools, isRequired(header) ? 'header-added-required' : 'header-added-optional', to, { old, next: header }, `"${name}" was added`);
  for (const [name, before, after] of kept) {
    const both = { old: before, next: after };
    if (isRequired(before) !== isRequired(after))
      report(
        tools,
        isRequired(after) ? 'header-became-required' : 'header-became-optional',
        to,
        both,
        `"${name}" became ${isRequired(after) ? 'required' : 'optional'}`,
      );
    compareSchemas(tools, memberOf(before, 'schema'), memberOf(after, 'schema'), both, to);
    compareTexts(tools, both, to, ['description', 'deprecated', 'example', 'examples']);
  }
}
