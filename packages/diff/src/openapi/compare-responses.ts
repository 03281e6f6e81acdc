import { compareTexts, compareUnjudged, report, type Tools, towards } from '../comparison.ts';
import type { Scope } from '../collector.ts';
import { entriesOf, type Located, memberOf, objectAt } from '../json.ts';
import { byTag, membersOf } from '../schema/alternatives.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import { compareErrorCodes } from '../shared/errors.ts';
import { partition } from '../shared/sets.ts';
import { compareContent } from './compare-content.ts';
import { compareHeaders } from './compare-parameters.ts';
import type { Endpoint } from './endpoints.ts';

const isError = (status: string): boolean => /^[45]/.test(status) || status === 'default';

/** Responses of one operation that both versions have. */
export function compareResponses(tools: Tools, old: Endpoint, next: Endpoint, scope: Scope): void {
  const to = towards(scope, 'response');
  const [before, after] = [entriesOf(old.at, 'responses'), entriesOf(next.at, 'responses')];
  const [oldCodes, nextCodes] = [errorCodes(before), errorCodes(after)];
  // Descriptions that name their error codes are compared code by code, whatever status a code has.
  const byCode = oldCodes !== undefined && nextCodes !== undefined;
  if (byCode) compareErrorCodes(tools, { old: old.at, next: next.at }, scope, oldCodes, nextCodes);
  const { removed, added, kept } = partition(before, after);
  for (const [status, response] of removed) {
    if (!isError(status)) report(tools, 'status-removed', to, { old: response, next: next.at }, `${status} is no longer answered`);
    else if (!byCode) report(tools, 'error-removed', to, { old: response, next: next.at }, `${status} is no longer answered`);
  }
  for (const [status, response] of added) {
    if (!isError(status)) report(tools, 'status-added', to, { old: old.at, next: response }, `${status} may be answered`);
    else if (!byCode) report(tools, 'error-added', to, { old: old.at, next: response }, `${status} may be answered`);
  }
  for (const [status, left, right] of kept) compareResponse(tools, left, right, to, byCode && isError(status));
}

function compareResponse(tools: Tools, old: Located, next: Located, scope: Scope, byCode: boolean): void {
  const both = { old, next };
  const bodies = [old, next].map((response) => Object.keys(objectAt(response.value, 'content')).length > 0);
  if (bodies[0] !== bodies[1])
    report(
      tools,
      bodies[1] === true ? 'response-body-added' : 'response-body-removed',
      scope,
      both,
      bodies[1] === true ? 'there is a body now' : 'there is no body any more',
    );
  else if (byCode) compareErrorBodies(tools, old, next, scope);
  else compareContent(tools, old, next, scope);
  compareHeaders(tools, old, next, scope);
  compareTexts(tools, both, scope, ['summary', 'description']);
  compareUnjudged(tools, both, scope, ['links']);
}

/** The codes that an endpoint's error responses list, where they list them (`x-tidemark-errors`). */
function errorCodes(responses: ReadonlyMap<string, Located>): Set<string> | undefined {
  const errors = [...responses].filter(([status]) => isError(status));
  const lists = errors.map(([, response]) => Object.keys(objectAt(response.value, 'x-tidemark-errors')));
  return lists.some((codes) => codes.length === 0) ? undefined : new Set(lists.flat());
}

/** Bodies of codes that both versions have; a code that came or went is reported as an error, not as a tag. */
function compareErrorBodies(tools: Tools, old: Located, next: Located, scope: Scope): void {
  const bodies = [old, next].map((response) => memberOf(response, 'content', 'application/json', 'schema'));
  const [before, after] = bodies.map((schema) => schema && byTag(membersOf(effectiveSchema(schema)), 'error'));
  if (!before || !after) {
    compareContent(tools, old, next, scope);
    return;
  }
  for (const [, left, right] of partition(before, after).kept) tools.schemas.compare(left.at, right.at, scope);
}
