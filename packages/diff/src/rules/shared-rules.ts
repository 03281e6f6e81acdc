import { type DiffRule, keep, announce, none } from './rule.ts';

/** What changes in security, servers, limits, texts, and in what no rule judges. */
export const sharedRules = {
  'security-tightened': {
    summary: 'A credential that sufficed does so no more.',
    reverse: 'security-loosened',
    both: ['WIRE', 'additive'],
    fix: 'Accept the old alternative too.',
  },
  'security-loosened': {
    summary: 'A further credential suffices, or none is needed.',
    reverse: 'security-tightened',
    both: ['additive', 'SOURCE'],
    fix: 'Handle requests without the old principal.',
  },
  'scope-added': {
    summary: 'A further scope is needed.',
    reverse: 'scope-removed',
    both: ['WIRE', 'additive'],
    fix: 'Grant the scope to existing clients first.',
  },
  'scope-removed': { summary: 'A scope is no longer needed.', reverse: 'scope-added', both: ['additive', 'additive'], fix: none },
  'security-scheme-changed': {
    summary: 'A credential is presented in another way.',
    reverse: 'security-scheme-changed',
    both: ['WIRE', 'SOURCE'],
    fix: 'Add a second scheme.',
  },
  'server-added': { summary: 'A server was added.', reverse: 'server-removed', both: ['additive', 'additive'], fix: none },
  'server-removed': {
    summary: 'A server was removed.',
    reverse: 'server-added',
    both: ['WIRE', 'additive'],
    fix: 'Keep the address alive.',
  },
  'limit-raised': {
    summary: 'A published limit was raised.',
    reverse: 'limit-lowered',
    request: ['additive', 'additive'],
    response: ['WIRE_STRICT', 'additive'],
    both: ['WIRE_STRICT', 'additive'],
    fix: announce,
  },
  'limit-lowered': {
    summary: 'A published limit was lowered.',
    reverse: 'limit-raised',
    request: ['WIRE', 'additive'],
    response: ['additive', 'WIRE_STRICT'],
    both: ['WIRE', 'WIRE_STRICT'],
    fix: keep,
  },
  'documentation-changed': {
    summary: 'Text, examples, tags or a deprecation changed.',
    reverse: 'documentation-changed',
    request: ['documentation', 'documentation'],
    response: ['documentation', 'documentation'],
    both: ['documentation', 'documentation'],
    fix: none,
  },
  'not-modelled-changed': {
    summary: 'A part that these rules do not judge changed: webhooks, callbacks, links, other protocols\u2019 bindings.',
    reverse: 'not-modelled-changed',
    both: ['WIRE', 'SOURCE'],
    fix: 'Judge it by hand.',
  },
} as const satisfies Record<string, DiffRule>;
