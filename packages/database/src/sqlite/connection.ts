import Database from 'better-sqlite3';
import type { Scalar } from '../query.ts';
import type { ThreadOptions, ThreadRows, ThreadStep } from './protocol.ts';

/** Prepared statements kept; the programs of this project use fewer. */
const MAX_STATEMENTS = 256;
const NO_ROWS: ThreadRows = { columns: [], rows: [] };

/** One connection to the file, in its thread. The only file that knows the driver. */
export interface Connection {
  execute(step: ThreadStep): ThreadRows;
  /** Whether SQLite still has the transaction open: a full disk, for one, ends it. */
  readonly inTransaction: boolean;
  close(): void;
}

export function openConnection({ file, role, busyMs }: ThreadOptions): Connection {
  const database = new Database(file, { timeout: busyMs });
  try {
    database.pragma('journal_mode = WAL');
    // An acknowledged commit is on the disk, not only in the log's cache (S1, S7).
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    if (role === 'reader') database.pragma('query_only = ON');
    // Reads the header: a file that is no database is found now, not by the first caller.
    database.pragma('schema_version');
  } catch (error) {
    database.close();
    throw error;
  }
  return new SqliteConnection(database);
}

class SqliteConnection implements Connection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement<Scalar[]>>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  execute(step: ThreadStep): ThreadRows {
    const statement = this.#prepare(step.sql);
    if ('each' in step) return executeEach(statement, step.each);
    if (!statement.reader) {
      statement.run(...step.values);
      return NO_ROWS;
    }
    return { columns: columnsOf(statement), rows: statement.all(...step.values) as Scalar[][] };
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): Database.Statement<Scalar[]> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare<Scalar[]>(sql);
      if (statement.reader) statement.raw(true);
      if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function executeEach(statement: Database.Statement<Scalar[]>, each: readonly (readonly Scalar[])[]): ThreadRows {
  if (!statement.reader) {
    for (const values of each) statement.run(...values);
    return NO_ROWS;
  }
  return { columns: columnsOf(statement), rows: each.flatMap((values) => statement.all(...values) as Scalar[][]) };
}

function columnsOf(statement: Database.Statement<Scalar[]>): readonly string[] {
  return statement.columns().map(({ name }) => name);
}
