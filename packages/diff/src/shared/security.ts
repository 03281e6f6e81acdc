import { type Both, compareTexts, report, type Tools } from '../comparison.ts';
import type { Scope } from '../collector.ts';
import { arrayAt, entriesOf, isObject, jsonEqual, type Located, own } from '../json.ts';

/** One alternative: every scheme with every scope is needed. The empty one needs no credential. */
export type Alternative = ReadonlyMap<string, ReadonlySet<string>>;

/** OpenAPI Security Requirement Objects; none, or an empty one, states that no credential is needed. */
export function alternativesFrom(requirements: readonly unknown[]): Alternative[] {
  const alternatives = requirements
    .filter(isObject)
    .map((requirement) => new Map(Object.keys(requirement).map((scheme) => [scheme, new Set(arrayAt(requirement, scheme).map(String))])));
  return alternatives.length === 0 ? [new Map()] : alternatives;
}

/** Whether a caller that satisfies `held` satisfies `needed` too. */
function suffices(held: Alternative, needed: Alternative): boolean {
  return [...needed].every(([scheme, scopes]) => {
    const have = held.get(scheme);
    return have !== undefined && [...scopes].every((scope) => have.has(scope));
  });
}

function schemesOf(alternatives: readonly Alternative[]): string {
  return alternatives
    .map((alternative) => [...alternative.keys()].toSorted().join('+'))
    .toSorted()
    .join(' or ');
}

/** Which credentials suffice. Where only scopes differ, the rules of scopes say so. */
export function compareSecurity(tools: Tools, both: Both, scope: Scope, old: readonly Alternative[], next: readonly Alternative[]): void {
  const tightened = old.some((held) => !next.some((needed) => suffices(held, needed)));
  const loosened = next.some((held) => !old.some((needed) => suffices(held, needed)));
  const onlyScopes = schemesOf(old) === schemesOf(next);
  const message = `${textOf(old)} became ${textOf(next)}`;
  const to = { ...scope, direction: 'both' } as const;
  if (tightened) report(tools, onlyScopes ? 'scope-added' : 'security-tightened', to, both, message);
  if (loosened) report(tools, onlyScopes ? 'scope-removed' : 'security-loosened', to, both, message);
}

function textOf(alternatives: readonly Alternative[]): string {
  const texts = alternatives.map(
    (alternative) =>
      [...alternative]
        .map(([scheme, scopes]) => (scopes.size === 0 ? scheme : `${scheme} (${[...scopes].toSorted().join(', ')})`))
        .join(' and ') || 'public',
  );
  return texts.join(' or ');
}

const annotations = ['description', 'bearerFormat', 'x-tidemark-scopes', 'deprecated'];

/** How credentials are presented. A scheme that only one version has matters where an endpoint names it. */
export function compareSecuritySchemes(tools: Tools, components: { readonly old: Located; readonly next: Located }): void {
  const after = entriesOf(components.next, 'securitySchemes');
  for (const [name, old] of entriesOf(components.old, 'securitySchemes')) {
    const next = after.get(name);
    if (!next) continue;
    const members = [...new Set([old, next].flatMap(({ value }) => (isObject(value) ? Object.keys(value) : [])))].filter(
      (member) => !annotations.includes(member) && !member.startsWith('x-'),
    );
    const changed = members.filter((member) => !jsonEqual(own(old.value, member), own(next.value, member)));
    const scope = { where: 'shared', direction: 'both' } as const;
    if (changed.length > 0) report(tools, 'security-scheme-changed', scope, { old, next }, `${changed.join(', ')} of "${name}" changed`);
    compareTexts(tools, { old, next }, scope, annotations);
  }
}
