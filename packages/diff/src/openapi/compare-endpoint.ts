import { compareTexts, compareUnjudged, report, type Tools, towards } from '../comparison.ts';
import type { Scope } from '../collector.ts';
import { arrayAt, locateMember, own } from '../json.ts';
import { compareLimits } from '../shared/limits.ts';
import { alternativesFrom, compareSecurity } from '../shared/security.ts';
import { compareStreamFacts } from '../shared/stream-facts.ts';
import { compareContent } from './compare-content.ts';
import { compareParameters } from './compare-parameters.ts';
import { compareResponses } from './compare-responses.ts';
import type { Endpoint } from './endpoints.ts';

/** One operation that both versions have. */
export function compareEndpoint(tools: Tools, old: Endpoint, next: Endpoint): void {
  const scope: Scope = { where: old.isStream || next.isStream ? 'sse' : 'http', direction: 'both' };
  const both = { old: old.at, next: next.at };
  if (old.key !== next.key) report(tools, 'operation-moved', scope, both, `${old.key} became ${next.key}`);
  if (old.id !== next.id) report(tools, 'operation-renamed', scope, both, `"${old.id ?? ''}" became "${next.id ?? ''}"`);
  compareTexts(tools, both, scope, ['summary', 'description', 'tags', 'deprecated', 'externalDocs']);
  compareParameters(tools, old, next, scope);
  compareBody(tools, old, next, scope);
  compareResponses(tools, old, next, scope);
  compareSecurity(tools, both, scope, alternativesFrom(requirements(old)), alternativesFrom(requirements(next)));
  compareLimits(tools, both, scope);
  compareStreamFacts(tools, both, scope);
  compareUnjudged(tools, both, scope, ['callbacks', 'servers']);
}

/** An operation's own requirements replace those of the document. */
function requirements({ at }: Endpoint): readonly unknown[] {
  return arrayAt(own(at.value, 'security') === undefined ? at.document : at.value, 'security');
}

function compareBody(tools: Tools, old: Endpoint, next: Endpoint, scope: Scope): void {
  const to = towards(scope, 'request');
  const [before, after] = [locateMember(old.at, 'requestBody'), locateMember(next.at, 'requestBody')];
  const isRequired = (body: typeof before): boolean => own(body?.value, 'required') === true;
  if (before && after) {
    const both = { old: before, next: after };
    if (isRequired(before) !== isRequired(after))
      report(
        tools,
        isRequired(after) ? 'body-became-required' : 'body-became-optional',
        to,
        both,
        `the body became ${isRequired(after) ? 'required' : 'optional'}`,
      );
    compareContent(tools, before, after, to);
    compareLimits(tools, both, to);
    compareTexts(tools, both, to, ['description']);
  } else if (before)
    report(
      tools,
      isRequired(before) ? 'body-removed-required' : 'body-removed-optional',
      to,
      { old: before, next: next.at },
      'the body was removed',
    );
  else if (after)
    report(tools, isRequired(after) ? 'body-added-required' : 'body-added-optional', to, { old: old.at, next: after }, 'a body was added');
}
