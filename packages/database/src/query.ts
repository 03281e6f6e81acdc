import type { CompiledQuery } from 'kysely';

/** What a column can hold on both engines. Integers are safe integers; bytes and booleans have no place in the tables of this project. */
export type Scalar = string | number | null;

/** The moment of the transaction's statement by the database's one clock, in milliseconds since 1970: a parameter that the engine fills in (S9). */
export const NOW: unique symbol = Symbol('now');
export type Parameter = Scalar | typeof NOW;

declare const row: unique symbol;

/** One statement with its parameters, as text of the engine. `R` is the type of its rows. */
export interface RawQuery<R = unknown> {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Types only. */
  readonly [row]?: R;
}

/** What `builder()` compiles, or text. */
export type Query<R = unknown> = CompiledQuery<R> | RawQuery<R>;

export type ColumnType = 'text' | 'bigint';

/**
 * One statement over a relation of many rows, whose text does not depend on their number. PostgreSQL gets the relation as arrays; SQLite executes the
 * prepared statement for each row, in order.
 */
export interface BulkStatement<C extends Readonly<Record<string, ColumnType>> = Readonly<Record<string, ColumnType>>, R = unknown> {
  readonly columns: C;
  /** `rows` stands for the relation, named `r`, with the columns above; `now` for the clock. In `INSERT ... SELECT ... ON CONFLICT` write `WHERE true`. */
  readonly text: (rows: string, now: string) => string;
  readonly [row]?: R;
}

type RowOf<C extends Readonly<Record<string, ColumnType>>> = {
  readonly [K in keyof C]: C[K] extends 'text' ? string | null : number | null;
};

export interface BulkQuery<R = unknown> {
  readonly statement: BulkStatement;
  /** At least one. */
  readonly rows: readonly Readonly<Record<string, Scalar>>[];
  readonly [row]?: R;
}

/** Either kind. */
export type Step<R = unknown> = Query<R> | BulkQuery<R>;

/** The rows of each step, as a tuple. */
export type RowsOf<S extends readonly Step[]> = {
  -readonly [K in keyof S]: S[K] extends CompiledQuery<infer R>
    ? readonly R[]
    : S[K] extends RawQuery<infer R> | BulkQuery<infer R>
      ? readonly R[]
      : never;
};

export function bulkStatement<R = never>() {
  return <const C extends Readonly<Record<string, ColumnType>>>(
    columns: C,
    text: (rows: string, now: string) => string,
  ): BulkStatement<C, R> => ({ columns, text });
}

export function bulk<C extends Readonly<Record<string, ColumnType>>, R>(
  statement: BulkStatement<C, R>,
  rows: readonly RowOf<C>[],
): BulkQuery<R> {
  return { statement, rows };
}

export function isBulk(step: Step): step is BulkQuery {
  return 'statement' in step;
}
