import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fixture, mutate, traceOf, type Mutation, type Step } from '../test-support/scripted-trace.ts';
import { verifyTrace } from './verify-trace.ts';

const { steps } = fixture('conversation.json') as { readonly steps: readonly Step[] };
const { mutations } = fixture('mutations.json') as { readonly mutations: readonly Mutation[] };
const CANARIES = ['canary-7'];

function byText(a: readonly string[], b: readonly string[]): number {
  return a.join(' ') < b.join(' ') ? -1 : 1;
}

test('[K5] a right conversation is not convicted, and all of it is judged', () => {
  const { trace } = traceOf(steps);
  expect(verifyTrace(trace, CANARIES)).toEqual({
    findings: [],
    complete: true,
    judged: { answers: 16, streams: 4, messages: 7, emissions: 8 },
  });
});

describe('mutations', () => {
  test.each(mutations)('[K2, K5] $name', ({ ops, expect: expected, truncated = false }) => {
    const { trace, stepOf } = traceOf(mutate(steps, ops), truncated);
    const { findings, complete } = verifyTrace(trace, CANARIES);
    expect(findings.map(({ requirement, record }) => [requirement, stepOf.get(record) ?? `record ${record}`]).toSorted(byText)).toEqual(
      expected.toSorted(byText),
    );
    expect(complete).toBe(!truncated);
    for (const { offset, record, connection } of findings.filter((finding) => finding.offset !== null)) {
      const holder = trace.records[record - 1];
      const before = trace.records
        .slice(0, record - 1)
        .reduce((sum, each) => (sameWay(each, holder) && each.kind === 'bytes' ? sum + size(each.data) : sum), 0);
      expect(holder).toMatchObject({ kind: 'bytes', connection });
      expect(offset).toBeGreaterThanOrEqual(before);
      expect(offset).toBeLessThan(before + (holder?.kind === 'bytes' ? size(holder.data) : 0));
    }
  });

  /** Requirements that verify can name, by its source. */
  const source = ['conversation', 'judge-documents', 'judge-streams', 'judge-delivery', 'judge-openings', 'judge-recording']
    .map((file) => readFileSync(new URL(`${file}.ts`, import.meta.url), 'utf8'))
    .join('');
  const named = [...source.matchAll(/'((?:[0-9]{4}|tidemark|kit)\.[a-z0-9.-]+)'/g)].map(([, id]) => id ?? '');

  test.each([...new Set(named)].filter((id) => id !== 'kit.trace.head').toSorted())('[K2] a mutation convicts by %s', (id) => {
    expect(mutations.some(({ expect: expected }) => expected.some(([requirement]) => requirement === id))).toBe(true);
  });

  test('[K5] a head that is not in the bytes is a fault of the recording', () => {
    const { trace } = traceOf(steps);
    const records = trace.records.map((each) => (each.kind === 'response-head' && each.status === 409 ? { ...each, status: 200 } : each));
    const forged = records.filter((each, index) => each !== trace.records[index]).map(({ n }) => n);
    const { findings } = verifyTrace({ ...trace, records });
    expect(findings.map(({ requirement, record }) => [requirement, record])).toEqual(forged.map((n) => ['kit.trace.head', n]));
  });
});

function size(data: string): number {
  return Buffer.byteLength(data, 'base64');
}

function sameWay(a: object, b: object | undefined): boolean {
  return b !== undefined && wayOf(a) === wayOf(b);
}

function wayOf(record: object): string {
  return `${'connection' in record ? String(record.connection) : ''} ${'direction' in record ? String(record.direction) : ''}`;
}
