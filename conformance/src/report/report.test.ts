import { describe, expect, test } from 'vitest';
import { ALL_JUDGES } from '../judges/all-judges.ts';
import { judgeOf, type Judge } from '../judges/judgement.ts';
import { loadRegistry, loadRevisions } from '../registry/load-registry.ts';
import type { Revision } from '../registry/requirement.ts';
import type { ScenarioOutcome } from '../scenario/strict-replay.ts';
import { rightRun } from '../test-support/right-run.ts';
import { htmlReport } from './html.ts';
import { escapeXml, junitReport } from './junit.ts';
import { makeReport, type Report } from './report.ts';
import { textReport } from './text.ts';

const registry = loadRegistry();
const revision: Revision = loadRevisions().at(-1) ?? { revision: 0, required: [] };
const RUN: ScenarioOutcome = { kind: 'run', run: rightRun() };

function report(outcome: ScenarioOutcome = RUN, judges: readonly Judge[] = ALL_JUDGES): Report {
  return makeReport({ url: 'http://host', outcome, registry, revision, judges, knownFailing: [], kitFaults: [] });
}

function replaced(requirement: string, decide: Parameters<typeof judgeOf>[1]): Judge[] {
  return ALL_JUDGES.map((judge) => (judge.requirement === requirement ? judgeOf(requirement, decide) : judge));
}

describe('verdicts', () => {
  test('[K3] a right run is conformant, and its rows say why each unjudged one is', () => {
    const { verdict, rows, kitFaults } = report();
    expect([verdict, kitFaults]).toEqual(['conformant', []]);
    expect(rows.filter(({ disposition, why }) => disposition !== 'pass' && why === null)).toEqual([]);
  });

  test.each([
    ['a fault', () => replaced('0250.b.commit-order', (_run, note) => note.fault('wrong', null)), 'not-conformant', 'fail'],
    ['no observation', () => replaced('0250.b.commit-order', (_run, note) => note.missing('nothing came')), 'incomplete', 'blocked'],
    ['no judge', () => ALL_JUDGES.filter(({ requirement }) => requirement !== '0250.b.commit-order'), 'incomplete', 'untested'],
  ] as const)('[K3, K3.3] %s', (_name, judges, verdict, disposition) => {
    const made = report(RUN, judges());
    expect([made.verdict, made.rows.find(({ id }) => id === '0250.b.commit-order')?.disposition]).toEqual([verdict, disposition]);
  });

  test('[K3.2] a judge that fails is a fault of the kit, and blocks', () => {
    const judges = replaced('0250.b.commit-order', () => {
      throw new Error('oops');
    });
    const made = report(RUN, judges);
    expect([made.kitFaults, made.verdict]).toEqual([['the judge 0250.b.commit-order failed: oops'], 'incomplete']);
    expect(textReport(made)).toContain('FAULT OF THE KIT  the judge 0250.b.commit-order failed: oops');
  });

  test('[K3.3] a judged id that no row declares is a fault of the kit', () => {
    const made = report(RUN, [...ALL_JUDGES, judgeOf('0250.x.nobody', (_run, note) => note.observed())]);
    expect(made.kitFaults).toEqual(['0250.x.nobody was judged, and no row declares it']);
  });

  test('[K3.1] a failing row that the revision does not require does not fail the run', () => {
    const judges = replaced('tidemark.h2.4a.no-store', (_run, note) => note.fault('stored', null));
    const made = report(RUN, judges);
    expect([made.verdict, made.rows.find(({ id }) => id === 'tidemark.h2.4a.no-store')?.disposition]).toEqual(['conformant', 'fail']);
  });

  test.each(['inapplicable', 'blocked'] as const)('[K3] %s is no pass', (kind) => {
    const made = report({ kind, why: 'because' });
    expect([made.verdict, made.why]).toEqual([kind === 'blocked' ? 'incomplete' : kind, 'because']);
    expect(new Set(made.rows.filter(({ required }) => required).map(({ disposition }) => disposition))).toEqual(new Set([kind]));
  });
});

describe('what a host says is text', () => {
  const hostile = '</script><img src=x onerror=alert(1)>"&\u0000\u001b[31m';
  const judges = replaced('0250.b.commit-order', (_run, note) => note.fault(hostile, null));

  test('[K8] in the page and in the XML', () => {
    const made = report(RUN, judges);
    for (const text of [htmlReport(made), junitReport(made)]) {
      expect(text).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&amp;\uFFFD\uFFFD[31m');
      expect(text).not.toContain('<img');
      expect(text).not.toMatch(/(?!\n)\p{Cc}/u);
    }
  });

  test('[K8] on a terminal: it moves no cursor and paints nothing', () => {
    expect(textReport(report(RUN, judges))).toContain('- </script><img src=x onerror=alert(1)>"&\uFFFD\uFFFD[31m\n');
  });

  test('[K8] XML has no character that XML cannot carry', () => {
    expect(escapeXml('a\u0001\uD800\uFFFE😀\n')).toBe('a\uFFFD\uFFFD\uFFFD😀\n');
  });
});
