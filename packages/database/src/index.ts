export type { QueryBuilder } from './builder.ts';
export { openDatabase } from './open-database.ts';
export type { Database, DatabaseOptions, Hint, PausePoint, Transaction } from './database.ts';
export { DATABASE_ERRORS, DatabaseError, type DatabaseErrorCode } from './database-error.ts';
export { migrate, type Migrations } from './migrate.ts';
export {
  bulk,
  bulkStatement,
  NOW,
  type BulkQuery,
  type BulkStatement,
  type Parameter,
  type Query,
  type RowsOf,
  type Scalar,
  type Step,
} from './query.ts';
export { joinTransaction, type PostgresClient } from './postgres/join-transaction.ts';
export { wakeChannel } from './wake-channel.ts';
