import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fixtureText, mutations, repositoryFile } from './fixtures.fixture.ts';
import { rules } from './rules.ts';

test('[C5.1] docs/validate-rules.md and the rule table say the same', () => {
  const documented = readFileSync(repositoryFile('docs/validate-rules.md'), 'utf8')
    .split('\n')
    .map((line) => /^\| `([a-z-]+)` \| (error|warning) \| (any|openapi|asyncapi) \| (.+) \| (.+) \|$/.exec(line))
    .filter((match) => match !== null)
    .map(([, id, severity, appliesTo, summary, fix]) => [id, { severity, appliesTo, summary, fix }]);
  expect(Object.fromEntries(documented)).toEqual(rules);
  expect(documented).toHaveLength(Object.keys(rules).length);
});

test('[C5.1] every rule is reported by some fixture', () => {
  const { refusals } = JSON.parse(fixtureText('refusals.json')) as { refusals: { rules: string[] }[] };
  const reported = new Set([
    ...refusals.flatMap((refusal) => refusal.rules),
    ...mutations().flatMap(({ expected }) => Object.values(expected).flat()),
  ]);
  // These need an option, a validator that gives up, or the deadline of the command line; their tests are beside what reports them.
  const elsewhere = ['too-many-findings', 'validator-failed', 'validator-timeout'];
  expect(Object.keys(rules).filter((rule) => !reported.has(rule) && !elsewhere.includes(rule))).toEqual([]);
});
