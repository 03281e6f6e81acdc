import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repositoryFile } from './fixtures.fixture.ts';
import { type DiffRule, type Effects, rules } from './rules.ts';

const table: Record<string, DiffRule> = rules;

const cell = (effects: Effects | undefined): string => (effects ? effects.join(' / ') : '');

test('[C5.2] docs/diff-rules.md and the rule table say the same', () => {
  const documented = readFileSync(repositoryFile('docs/diff-rules.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((text) => text.trim()),
    )
    .filter((cells) => cells.length === 8);
  const expected = Object.entries(table).map(([id, rule]) => [
    `\`${id}\``,
    rule.summary,
    cell(rule.request),
    cell(rule.response),
    cell(rule.both),
    cell(rule.open),
    `\`${rule.reverse}\``,
    rule.fix,
  ]);
  expect(documented).toEqual(expected);
});

test.each(Object.entries(table))('[C5.2] %s has effects, a fix, and a reverse that answers for the same directions', (id, rule) => {
  const reverse = table[rule.reverse];
  expect(reverse?.reverse).toBe(id);
  for (const direction of ['request', 'response', 'both'] as const)
    expect(reverse?.[direction] === undefined).toBe(rule[direction] === undefined);
  expect([rule.request, rule.response, rule.both].some((effects) => effects !== undefined)).toBe(true);
  expect(rule.fix.length).toBeGreaterThan(0);
});
