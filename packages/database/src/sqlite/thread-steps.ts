import { type BulkStatement, isBulk, NOW, type Scalar, type Step } from '../query.ts';
import type { ThreadRows, ThreadStep } from './protocol.ts';

interface BulkText {
  readonly sql: string;
  readonly columns: readonly string[];
}

const texts = new WeakMap<BulkStatement, BulkText>();

/** A step as it crosses to the thread: the clock read, rows as lists in the order of the statement's columns. */
export function toThread(step: Step, now: () => number): ThreadStep {
  if (!isBulk(step)) return { sql: step.sql, values: step.parameters.map((value) => (value === NOW ? now() : (value as Scalar))) };
  const { sql, columns } = textOf(step.statement);
  const at = now();
  return { sql, each: step.rows.map((row) => [...columns.map((column) => row[column] ?? null), at]) };
}

/** The relation is a row of parameters, with the clock as its last column, so that values stand in the order of the text. */
function textOf(statement: BulkStatement): BulkText {
  let text = texts.get(statement);
  if (text === undefined) {
    const columns = Object.keys(statement.columns);
    const relation = `(SELECT ${[...columns, 'now_'].map((column) => `? AS "${column}"`).join(', ')}) AS r`;
    text = { sql: statement.text(relation, 'r.now_'), columns };
    texts.set(statement, text);
  }
  return text;
}

/** Rows as objects again. */
export function fromThread({ columns, rows }: ThreadRows): readonly Readonly<Record<string, Scalar>>[] {
  return rows.map((values) => {
    const row: Record<string, Scalar> = {};
    for (let index = 0; index < columns.length; index++) row[columns[index] as string] = values[index] as Scalar;
    return row;
  });
}
