import type { Database } from './database.ts';
import { DatabaseError } from './database-error.ts';

/** One component's tables, by version: the statements of entry n lead from version n to n + 1. Entries are never changed, only added (P3.5). */
export type Migrations = readonly (readonly string[])[];

/**
 * Brings a component's tables to the newest version, in one transaction under a lock: processes that start together do it once.
 * Throws `DatabaseError` `newer-schema` when the tables are ahead of the program.
 */
export async function migrate(database: Database, component: string, migrations: Migrations): Promise<void> {
  await createVersions(database);
  const queries = schemaQueries(database);
  await database.transaction(async (tx) => {
    // From here on others wait: on SQLite a transaction is the only writer, on PostgreSQL the row is locked by writing it.
    await tx.run(queries.insertInto(component));
    const [row] = await tx.run(queries.selectFrom(component));
    const version = row?.version ?? 0;
    if (version > migrations.length)
      throw new DatabaseError('newer-schema', `${component} has version ${version}, this program knows ${migrations.length}`);
    // In their order, on one connection.
    for (const sql of migrations.slice(version).flat()) await tx.run({ sql, parameters: [] });
    await tx.run(queries.updateTable(component, migrations.length));
  });
}

/** `IF NOT EXISTS` does not hold on PostgreSQL between two that create at once: the later one is told of a key that is taken, and then the table is there. */
async function createVersions(database: Database): Promise<void> {
  const create = {
    sql: 'CREATE TABLE IF NOT EXISTS tidemark_schema (component text PRIMARY KEY, version bigint NOT NULL)',
    parameters: [],
  };
  try {
    await database.write([create]);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== 'conflict') throw error;
    await database.write([create]);
  }
}

function schemaQueries(database: Database) {
  const builder = database.builder<Tables>();
  return {
    insertInto: (component: string) =>
      builder
        .insertInto('tidemark_schema')
        .values({ component, version: 0 })
        .onConflict((conflict) => conflict.column('component').doUpdateSet((old) => ({ version: old.ref('tidemark_schema.version') })))
        .compile(),
    selectFrom: (component: string) => builder.selectFrom('tidemark_schema').select('version').where('component', '=', component).compile(),
    updateTable: (component: string, version: number) =>
      builder.updateTable('tidemark_schema').set({ version }).where('component', '=', component).compile(),
  };
}

interface Tables {
  tidemark_schema: { component: string; version: number };
}
