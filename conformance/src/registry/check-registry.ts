import type { Registry, Requirement, Revision } from './requirement.ts';

/**
 * What is wrong with a registry, in words: orphans in either direction, rows that say neither who judges them nor why nobody does, and
 * revisions that name what there is not.
 */
export function checkRegistry({ rows }: Registry, revisions: readonly Revision[], judges: readonly string[]): string[] {
  const ids = rows.map(({ id }) => id);
  const rowIds = new Set(ids);
  const judgeIds = new Set(judges);
  const used = new Set(rows.flatMap((row) => row.judges));
  return [
    ...repeated(ids).map((id) => `${id}: there are two rows of this id`),
    ...repeated(judges).map((id) => `${id}: there are two judges of this id`),
    ...judges.filter((id) => !used.has(id)).map((id) => `${id}: no row names this judge`),
    ...judges.filter((id) => !rowIds.has(id)).map((id) => `${id}: a judge goes by the id of a row, and there is none`),
    ...rows.flatMap((row) => checkRow(row, judgeIds)),
    ...revisions.flatMap((revision) => checkRevision(revision, rows)),
  ];
}

function checkRow(row: Requirement, judges: ReadonlySet<string>): string[] {
  const { id, verdict, unjudged, scored } = row;
  const problems = row.judges.filter((judge) => !judges.has(judge)).map((judge) => `${id}: there is no judge ${judge}`);
  if (verdict.kind !== 'unwitnessable' && row.judges.length === 0 && unjudged === undefined)
    problems.push(`${id}: neither a judge nor a reason`);
  if (row.judges.length > 0 && unjudged !== undefined) problems.push(`${id}: both a judge and a reason for having none`);
  if (scored && verdict.kind !== 'witnessable') problems.push(`${id}: scored, but a run cannot cause it by itself`);
  if (scored && id.startsWith('tidemark.')) problems.push(`${id}: a rule of ours must not be scored`);
  return problems;
}

function checkRevision({ revision, required }: Revision, rows: readonly Requirement[]): string[] {
  const scored = new Set(rows.filter((row) => row.scored).map(({ id }) => id));
  return required.filter((id) => !scored.has(id)).map((id) => `revision ${revision} requires ${id}, which is no scored row`);
}

function repeated(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
