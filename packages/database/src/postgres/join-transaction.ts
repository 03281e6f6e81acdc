import type { Transaction } from '../database.ts';
import { errorOf } from './failure.ts';
import { integerTypes } from './integer-types.ts';
import { notify } from './postgres-transaction.ts';
import { toPostgres } from './statements.ts';

/** As much of a `pg` client as is used: a `Client` or `PoolClient` is one. */
export interface PostgresClient {
  query(statement: {
    readonly text: string;
    readonly values: unknown[];
    readonly types: typeof integerTypes;
  }): Promise<{ readonly rows: readonly unknown[] }>;
}

/**
 * The application's own `pg` client, inside a transaction that it has begun and will commit itself (S4). Positions in logs are taken at the call: the log
 * stays locked until the application commits, so call it last, and for several logs in the order of their names.
 */
export function joinTransaction(client: PostgresClient, clock?: { now(): number }): Transaction {
  const query = async (text: string, values: readonly unknown[] = []): Promise<{ readonly rows: readonly unknown[] }> => {
    try {
      return await client.query({ text, values: [...values], types: integerTypes });
    } catch (error) {
      throw errorOf(error);
    }
  };
  return {
    async run<R>(step: Parameters<Transaction['run']>[0]) {
      const { text, values } = toPostgres(step, clock);
      return (await query(text, values)).rows as readonly R[];
    },
    wake: (channels) => notify({ query }, channels),
    beforeCommit: null,
  };
}
