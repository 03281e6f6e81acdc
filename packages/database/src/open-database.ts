import type { Database, DatabaseOptions } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { openPostgres } from './postgres/postgres-database.ts';
import { openSqlite } from './sqlite/sqlite-database.ts';

/**
 * Opens `sqlite:PATH` or `postgres://...` (S1). Resolves when it can be used.
 * Throws `DatabaseError`: `invalid-url`, or what keeps it from being used.
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  if (url.startsWith('sqlite:') && url.length > 'sqlite:'.length) return openSqlite(url.slice('sqlite:'.length), options);
  if (/^postgres(?:ql)?:\/\//.test(url)) return openPostgres(url, options);
  // Not the URL itself: it may hold a password.
  throw new DatabaseError('invalid-url', `a URL that starts with ${JSON.stringify(url.split(/[:/]/, 1)[0]?.slice(0, 20))}`);
}
