import { readFileSync, writeFileSync } from 'node:fs';
import type { Examination, Examined } from './examination.ts';
import { strictnessRules } from './strictness.ts';
import { printing } from './subjects.ts';

const PAGE = new URL('../../../docs/evidence/agreement.md', import.meta.url);

/** The part of docs/evidence/agreement.md between `<!-- name -->` and `<!-- end -->`; RECORD=1 first writes what was measured there. */
export function storedPart(name: string, measured: string): string {
  const text = readFileSync(PAGE, 'utf8');
  const begin = `<!-- ${name} -->\n\n`;
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf('\n<!-- end -->', from);
  if (from < begin.length || to < 0) throw new Error(`docs/evidence/agreement.md has no part ${name}`);
  if (process.env['RECORD'] !== '1') return text.slice(from, to);
  writeFileSync(PAGE, text.slice(0, from) + measured + text.slice(to));
  return measured;
}

function line(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return `${line(head)}${line(head.map((_, i) => (i === 0 ? '---' : '--:')))}${rows.map(line).join('')}`;
}

/** Counts of one contract: what was judged, by whom, and with which verdicts. */
export function totals({ subject, cases }: Examination): readonly (string | number)[] {
  const { openapi, asyncapi } = { openapi: printing(subject, '2020-12'), asyncapi: printing(subject, 'draft-07') };
  const accepted = cases.filter((one) => one.verdicts.openapi).length;
  const decided = cases.filter((one) => one.rule !== undefined).length;
  const generated = cases.filter((one) => one.case.mutator === 'none').length;
  return [
    subject.name,
    subject.schemas.length,
    openapi.fromDocument,
    asyncapi.fromDocument,
    cases.length,
    generated,
    cases.length - generated,
    accepted,
    cases.length - accepted,
    decided,
  ];
}

export const totalsHead: readonly string[] = [
  'contract',
  'schemas',
  'in openapi.json',
  'in asyncapi.json',
  'cases',
  'generated',
  'mutated',
  'accepted by all validators',
  'refused by all',
  'refused by the decoder alone',
];

/** How often each rule decided. */
export function ruleRows(examinations: readonly Examination[]): readonly (readonly (string | number)[])[] {
  return strictnessRules.map((rule) => [
    `\`${rule.code}\``,
    ...examinations.map(({ cases }) => cases.filter((one) => one.rule === rule).length),
    rule.reason,
  ]);
}

/** Accepted and refused by mutator, of all contracts together. */
export function mutatorRows(examinations: readonly Examination[], mutators: readonly string[]): readonly (readonly (string | number)[])[] {
  const all = examinations.flatMap(({ cases }) => cases);
  return ['none', ...mutators].map((name) => {
    const made = all.filter((one) => one.case.mutator === name);
    const accepted = made.filter((one) => one.verdicts.decoder === undefined).length;
    return [name, made.length, accepted, made.length - accepted];
  });
}

/** How often each code was the decoder's answer. */
export function codeRows(examinations: readonly Examination[]): readonly (readonly (string | number)[])[] {
  const count = new Map<string, number>();
  for (const { verdicts } of examinations.flatMap(({ cases }): readonly Examined[] => cases)) {
    if (verdicts.decoder !== undefined) count.set(verdicts.decoder, (count.get(verdicts.decoder) ?? 0) + 1);
  }
  return [...count].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([code, times]) => [`\`${code}\``, times]);
}
