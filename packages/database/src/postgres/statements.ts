import { type BulkStatement, isBulk, NOW, type Scalar, type Step } from '../query.ts';

/** What `pg` takes. */
export interface PostgresStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The clock of every process that shares this database (H2.7, S9): wall clock of the statement, not of the transaction's start. */
export const CLOCK = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Puts the clock in: the server's own, or the injected one as a parameter. */
export function toPostgres(step: Step, clock: { now(): number } | undefined): PostgresStatement {
  if (isBulk(step)) return bulkStatement(step.statement, step.rows, clock);
  if (!step.parameters.includes(NOW)) return { text: step.sql, values: step.parameters };
  if (clock !== undefined) return { text: step.sql, values: step.parameters.map((value) => (value === NOW ? clock.now() : value)) };
  return withServerClock(step.sql, step.parameters);
}

/** Parameters behind the clock move up: a number that no text mentions has no type. */
function withServerClock(sql: string, parameters: readonly unknown[]): PostgresStatement {
  const numbers = new Map<number, number>();
  const values: unknown[] = [];
  parameters.forEach((value, index) => {
    if (value !== NOW) numbers.set(index + 1, values.push(value));
  });
  const text = sql.replace(/\$(\d+)/g, (_, number: string) => {
    const moved = numbers.get(Number(number));
    return moved === undefined ? CLOCK : `$${moved}`;
  });
  return { text, values };
}

interface BulkTexts {
  readonly server: string;
  readonly injected: string;
  readonly columns: readonly string[];
}

const texts = new WeakMap<BulkStatement, BulkTexts>();

function bulkStatement(
  statement: BulkStatement,
  rows: readonly Readonly<Record<string, Scalar>>[],
  clock: { now(): number } | undefined,
): PostgresStatement {
  const { server, injected, columns } = textsOf(statement);
  const values: unknown[] = columns.map((column) => rows.map((row) => row[column] ?? null));
  // The same text: the statement does not ask for the time.
  if (clock === undefined || server === injected) return { text: server, values };
  return { text: injected, values: [...values, clock.now()] };
}

function textsOf(statement: BulkStatement): BulkTexts {
  let known = texts.get(statement);
  if (known === undefined) {
    const columns = Object.entries(statement.columns);
    const arrays = columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ');
    const relation = `unnest(${arrays}) AS r(${columns.map(([name]) => `"${name}"`).join(', ')})`;
    known = {
      server: statement.text(relation, CLOCK),
      injected: statement.text(relation, `$${columns.length + 1}::bigint`),
      columns: columns.map(([name]) => name),
    };
    texts.set(statement, known);
  }
  return known;
}
