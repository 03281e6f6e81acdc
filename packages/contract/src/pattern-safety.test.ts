import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unsafePattern } from './pattern-safety.ts';

const unsafe = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(?:a|[a-z])+$',
  '(x+x+)+y',
  '^([a-z]+)*$',
  '^\\s*(\\S+\\s*)*$',
  '^(?=(a+)+$)a',
  '^(?:b(?<!(a+)+))$',
  '^(a{2,})*$',
  '^(?:[a-z]+){1,40}$',
  '^(?:a{1,50}){1,50}$',
  '^(a|a?)+$',
  '^(?:\\p{L}|\\p{Ll})+$',
  '^(?:a|b|ab)*c$',
  '^((ab)*)*$',
  '^(?:.*,)*x$',
  '^(?:a|aa)+$',
  '^(a?){30}a{30}$',
  '^(?:a*)*?$',
  '^((a+)b?)+$',
];
test.each(unsafe)('[C1.2] %s is exponential', (pattern) => {
  expect(unsafePattern(pattern)).toBe('A text that fails can be read in exponentially many ways');
});

const safe = [
  '',
  '^.*$',
  '^(.*)$',
  '^a*$',
  '^(?:a*)$',
  '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  '^[a-z0-9]+(?:\\.[a-z0-9]+(?:-[a-z0-9]+)*)+$',
  '^(a|ab)*c$',
  '^(ab|a)+$',
  '^(?:a|b)*$',
  '^[A-Za-z0-9_-]{21}[AQgw]$',
  '^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}[AQgw])?$',
  '^[a-z]{10,100}(?:-[a-z]+)*$',
  '^\\p{L}+(?: \\p{L}+)*$',
  '^[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+$',
  '^(?:[0-9a-f]{2}){1,64}$',
  '^(?:[a-z]{1,8}-){1,40}[a-z]$',
  '^(a)\\1$',
  '^[a-z]{1,2000}$',
  '^(?:\\d{1,3}\\.){3}\\d{1,3}$',
  '^(?!-)[a-z-]{1,63}(?<!-)$',
  '^[^\\u0000\\r\\n]+$',
  '^[A-Za-z0-9_-]{87381}[AQgw]$',
];
test.each(safe)('[C1.2] %s is not', (pattern) => {
  expect(unsafePattern(pattern)).toBeUndefined();
});

test('[C1.2] what is too large to be judged is refused, soon', () => {
  expect(unsafePattern('^(?:(?:[ab]{60}){60}|c)*$')).toBe('It is too large to be judged');
});

test('[C1.2] no pattern that a description of this repository carries is refused', () => {
  const folder = new URL('../../../fixtures/golden/descriptions/', import.meta.url);
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8'));
  const patterns = [
    ...new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)].map(([, literal]) => String(JSON.parse(literal ?? '""'))),
      ),
    ),
  ];
  expect(patterns.length).toBeGreaterThan(4);
  expect(patterns.filter((pattern) => unsafePattern(pattern) !== undefined)).toEqual([]);
});
