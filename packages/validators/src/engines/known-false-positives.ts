import type { Description } from './engine.ts';

/** A finding of a pinned validator that contradicts the specification. Each has a test that it still appears upstream. */
interface FalsePositive {
  readonly rule: string;
  readonly pointer: RegExp;
  readonly reason: string;
}

export const knownFalsePositives: readonly FalsePositive[] = [
  {
    rule: 'struct',
    pointer: /^\/components\/mediaTypes\//,
    reason: 'OpenAPI 3.2 section 4.7: components.mediaTypes maps to Media Type Objects or references; Redocly takes each for a map.',
  },
  {
    rule: 'no-unused-components',
    pointer: /^\/components\/mediaTypes\//,
    reason: 'Redocly does not see references from content maps to components.mediaTypes.',
  },
];

export function isKnownFalsePositive(rule: string, pointer: string, description: Description): boolean {
  return description.kind.family === 'openapi' && knownFalsePositives.some((known) => known.rule === rule && known.pointer.test(pointer));
}
