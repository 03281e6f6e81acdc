import { beforeAll, describe, expect, test } from 'vitest';
import { repetitions } from '../../vitest/needs.ts';
import { mutatorNames } from './corpus.ts';
import { codeRows, mutatorRows, ruleRows, storedPart, table, totals, totalsHead } from './evidence.ts';
import { type Examination, examine } from './examination.ts';
import { sensitivity } from './sensitivity.ts';
import { strictnessRules } from './strictness.ts';
import { subjects } from './subjects.ts';

/** Fixed: the counts of docs/evidence/agreement.md belong to it. */
const SEED = 20_261_130;
const values = 16;

describe('one corpus, one verdict', () => {
  const examinations: Examination[] = [];
  beforeAll(async () => {
    for (const subject of subjects) examinations.push(await examine(subject, { seed: SEED, values }));
  }, 300_000);

  test.each(subjects.map(({ name }, i) => ({ name, i })))(
    '[C2.2a, C3.5] $name: decoder, ajv on both printings and hyperjump give each value the same verdict',
    ({ i }) => {
      const { cases, disagreements } = examinations[i] ?? { cases: [], disagreements: [] };
      expect(disagreements).toEqual([]);
      expect(cases.length).toBeGreaterThanOrEqual(5000);
      // The corpus means something only if both verdicts are common in it.
      const accepted = cases.filter((one) => one.verdicts.openapi).length;
      expect(Math.min(accepted, cases.length - accepted)).toBeGreaterThan(cases.length / 8);
    },
  );

  test('[C2.2a] every rule that no vocabulary can say decides cases, and nothing else divides decoder and validators', () => {
    const decided = new Set(examinations.flatMap(({ cases }) => cases.map((one) => one.rule?.code)));
    decided.delete(undefined);
    expect(decided).toEqual(new Set(strictnessRules.map((rule) => rule.code)));
  });

  test('[C3.5] every mutator changes values', () => {
    const used = new Set(examinations.flatMap(({ cases }) => cases.map((one) => one.case.mutator)));
    expect(mutatorNames.filter((name) => !used.has(name))).toEqual([]);
  });

  test('[C2.2a, C3.5] the recorded counts are current', () => {
    const names = examinations.map(({ subject }) => subject.name);
    const parts = {
      totals: table(totalsHead, examinations.map(totals)),
      rules: table(['decoder code', ...names, 'why no schema says it'], ruleRows(examinations)),
      mutators: table(['mutator', 'cases', 'decoder accepts', 'decoder refuses'], mutatorRows(examinations, mutatorNames)),
      codes: table(['decoder code', 'cases'], codeRows(examinations)),
    };
    for (const [name, measured] of Object.entries(parts)) expect(measured).toBe(storedPart(name, measured));
  });

  test('[C2.2a, C3.5] the corpus notices whichever assertion is taken out of a description', { timeout: 120_000 }, () => {
    const implied = new Map<string, number[]>();
    const rows = [];
    for (const [i, examination] of examinations.entries()) {
      const found = sensitivity(examination);
      expect(found.unnoticed).toEqual([]);
      rows.push([examination.subject.name, found.removed, found.removed - found.unnoticed.length]);
      for (const [reason, count] of found.implied) {
        const counts = implied.get(reason) ?? subjects.map(() => 0);
        counts[i] = count;
        implied.set(reason, counts);
      }
    }
    const left = [...implied].map(([reason, counts]) => [reason, ...counts]);
    const names = subjects.map((subject) => subject.name);
    const measured = `${table(['contract', 'assertions taken out', 'noticed'], rows)}\n${table(['left out', ...names], left)}`;
    expect(measured).toBe(storedPart('sensitivity', measured));
  });
});

test('[C2.2a, C3.5] further seeds find no disagreement', async () => {
  for (const subject of subjects) {
    for (let seed = 1; seed <= repetitions(1, 10); seed++) {
      expect((await examine(subject, { seed, values: 40 })).disagreements).toEqual([]);
    }
  }
}, 3_600_000);

test('[C2.2a] a printing that differs from the decoder in one bound does not pass', async () => {
  const [subject] = subjects;
  const looser = JSON.parse(JSON.stringify(subject).replaceAll('"maximum":9999', '"maximum":10000')) as typeof subject;
  if (subject === undefined || looser === undefined) throw new Error('no contract');
  const { disagreements } = await examine({ ...subject, asyncapi: looser.asyncapi }, { seed: SEED, values: 4 });
  expect(disagreements.length).toBeGreaterThan(0);
  expect(disagreements.filter((line) => !line.startsWith('asyncapi: '))).toEqual([]);
});
