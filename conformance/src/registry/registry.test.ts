import { describe, expect, test } from 'vitest';
import { digestOf } from '../digest.ts';
import { ALL_JUDGES } from '../judges/all-judges.ts';
import { checkRegistry } from './check-registry.ts';
import { loadRegistry, loadRevisions } from './load-registry.ts';
import type { Registry, Requirement } from './requirement.ts';

const judges = ALL_JUDGES.map(({ requirement }) => requirement);

test('[K1] every row has judges or says why not, and every judge has a row', () => {
  expect(checkRegistry(loadRegistry(), loadRevisions(), judges)).toEqual([]);
});

test('[K1] every section of the seed that makes rules has rows', () => {
  const sections = loadRegistry().rows.filter(({ source }) => source.document === 'seed 004');
  expect([...new Set(sections.map(({ source }) => source.section))].toSorted()).toEqual(['A', 'B', 'C', 'D', 'E', 'Summary']);
  expect(sections.length).toBeGreaterThan(40);
});

/** Digest of each published revision. A line here never changes: required ids are frozen, and a new set is a new revision (K3.1). */
const FROZEN: Readonly<Record<number, string>> = {
  1: 'sha256:d389e7d7afdcace6eba3144550e22467baa31ca64095d4b0a1f9d0e7484b82c8',
};

test('[K3.1] published revisions are frozen', () => {
  const digests = loadRevisions().map(({ revision, required }) => [revision, digestOf(JSON.stringify(required))]);
  expect(Object.fromEntries(digests)).toEqual(FROZEN);
});

function registry(...rows: Requirement[]): Registry {
  return { scenario: 's', rows };
}

describe('what the check finds', () => {
  const row: Requirement = {
    id: 'x.a.one',
    text: 't',
    source: { document: 'd', section: 's' },
    observable: 'o',
    causedBy: 'suite',
    verdict: { kind: 'witnessable' },
    judges: ['x.a.one'],
    scored: true,
  };
  const revision = { revision: 1, required: ['x.a.one'] };

  test.each([
    ['nothing', registry(row), ['x.a.one'], []],
    [
      'a judge without a row',
      registry(row),
      ['x.a.one', 'x.a.two'],
      ['x.a.two: no row names this judge', 'x.a.two: a judge goes by the id of a row, and there is none'],
    ],
    ['a row without a judge', registry(row), [], ['x.a.one: there is no judge x.a.one']],
    [
      'a row without anything',
      registry(row, { ...row, id: 'x.a.two', judges: [], scored: false }),
      ['x.a.one'],
      ['x.a.two: neither a judge nor a reason'],
    ],
    ['two rows', registry(row, row), ['x.a.one'], ['x.a.one: there are two rows of this id']],
    [
      'an excuse beside a judge',
      registry({ ...row, unjudged: 'why' }),
      ['x.a.one'],
      ['x.a.one: both a judge and a reason for having none'],
    ],
    [
      'a scored row that nobody can cause',
      registry({ ...row, verdict: { kind: 'gated', by: 'operator' } }),
      ['x.a.one'],
      ['x.a.one: scored, but a run cannot cause it by itself'],
    ],
    [
      'a requirement that is not scored',
      registry({ ...row, scored: false }),
      ['x.a.one'],
      ['revision 1 requires x.a.one, which is no scored row'],
    ],
  ])('[K1, K3.1] %s', (_name, given, ids, problems) => {
    expect(checkRegistry(given, [revision], ids)).toEqual(problems);
  });
});
