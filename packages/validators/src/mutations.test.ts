import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Finding } from './finding.ts';
import { baseDescription, type Mutation, mutations, repositoryFile } from './fixtures.fixture.ts';
import { applyPatch } from './json-patch.fixture.ts';
import { validateDescription } from './validate-description.ts';

const all = mutations();

function rulesByValidator(mutation: Mutation, findings: readonly Finding[]): Record<string, string[]> {
  const rulesOf = (validator: string): string[] =>
    [...new Set(findings.filter((finding) => finding.validator === validator).map(({ rule }) => rule))].toSorted();
  return Object.fromEntries(Object.keys(mutation.expected).map((validator) => [validator, rulesOf(validator)]));
}

test.each(all)('[C5.1] $id: each validator catches and misses as pinned', async (mutation) => {
  const findings = await validateDescription(applyPatch(baseDescription(mutation.base), mutation.patch) as object, { preset: 'strict' });
  expect(rulesByValidator(mutation, findings)).toEqual(mutation.expected);
});

test('[C5.1] the corpus has at least 40 faults, each caught by someone, each known miss with its reason', () => {
  expect(all.length).toBeGreaterThanOrEqual(40);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { id, expected, reason } of all) {
    const caught = Object.entries(expected).filter(([, rules]) => rules.length > 0);
    const missed = Object.entries(expected).filter(([validator, rules]) => validator !== 'tidemark' && rules.length === 0);
    expect({ id, caughtBy: caught.length }).not.toEqual({ id, caughtBy: 0 });
    expect({ id, hasReason: reason !== undefined }).toEqual({ id, hasReason: missed.length > 0 });
  }
});

function cell(rules: readonly string[] | undefined): string {
  if (rules === undefined) return '';
  return rules.length === 0 ? 'missed' : rules.map((rule) => `\`${rule}\``).join(', ');
}

function table(base: string, validators: readonly string[]): string {
  const rows = all
    .filter((mutation) => mutation.base === base)
    .map(({ fault, expected, reason }) => `| ${[fault, ...validators.map((name) => cell(expected[name])), reason ?? ''].join(' | ')} |`);
  const caught = validators.map(
    (name) => `${name} ${all.filter((mutation) => mutation.base === base && (mutation.expected[name]?.length ?? 0) > 0).length}`,
  );
  return [
    `| fault | ${validators.join(' | ')} | why missed |`,
    `|${'---|'.repeat(validators.length + 2)}`,
    ...rows,
    '',
    `Caught of ${rows.length}: ${caught.join(', ')}.`,
  ].join('\n');
}

function evidence(): string {
  return `# Which validator catches which fault

Written by \`RECORD=1\` and the test \`packages/validators/src/mutations.test.ts\` from \`fixtures/validators/mutations.json\`; the test fails when either side changes,
so an upstream release that catches more, or less, shows here. Each row is one good description broken in one place, preset \`strict\`; a cell lists the rules that reported it.
\`ajv\` and \`hyperjump\` see the official schemas and the examples that \`tidemark validate\` hands to them.

## OpenAPI 3.2.1

${table('openapi-3.2-sse', ['redocly', 'ajv', 'hyperjump', 'tidemark'])}

## AsyncAPI 3.0.0

${table('asyncapi-3.0-ws', ['redocly', 'asyncapi-parser', 'ajv', 'tidemark'])}
`;
}

test('[C5.1] docs/evidence/validator-mutations.md is the table of the corpus (RECORD=1 rewrites it)', () => {
  const path = repositoryFile('docs/evidence/validator-mutations.md');
  if (process.env.RECORD === '1') writeFileSync(path, evidence());
  expect(readFileSync(path, 'utf8')).toBe(evidence());
});
