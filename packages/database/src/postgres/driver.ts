import { Client, type ClientConfig, Pool } from 'pg';
import { errorOf } from './failure.ts';
import { integerTypes } from './integer-types.ts';

export interface StatementResult {
  readonly rows: readonly unknown[];
  /** What the server says that it has done: `INSERT`, `COMMIT`, `ROLLBACK`. */
  readonly command?: string;
}

/** Sends a statement; those sent without waiting are executed in order. Throws `DatabaseError`. */
export interface StatementClient {
  query(text: string, values?: readonly unknown[]): Promise<StatementResult>;
}

export interface PooledClient extends StatementClient {
  /** Gives it back; `broken`: it is not to be used again. */
  release(broken: boolean): void;
}

/** The connection that hears notifications. */
export interface ListeningClient extends StatementClient {
  /** Once, whatever ended it. */
  onEnd(callback: (cause: Error) => void): void;
  onNotification(callback: (channel: string) => void): void;
  end(): void;
}

export interface Driver {
  connect(): Promise<PooledClient>;
  connectListener(): Promise<ListeningClient>;
  end(): Promise<void>;
}

export interface DriverOptions {
  readonly url: string;
  readonly connections: number;
  readonly connectMs: number;
  readonly transactionMs: number;
  readonly report: (error: Error) => void;
}

/** The only file that knows `pg`. */
export function createDriver({ url, connections, connectMs, transactionMs, report }: DriverOptions): Driver {
  const settings = {
    connectionString: url,
    types: integerTypes,
    application_name: 'tidemark',
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    // A server that no longer answers: the socket may never say so.
    query_timeout: transactionMs + connectMs,
  };
  const pool = new Pool({
    ...settings,
    max: connections,
    pipeline: true,
    statement_timeout: transactionMs,
    idle_in_transaction_session_timeout: transactionMs,
  });
  // An idle connection that breaks is replaced; unheard, its error would end the process.
  pool.on('error', report);
  // While it is ours the pool does not listen, and neither once it has given one up that still has something to say. A break between two statements is
  // told to the next one.
  pool.on('connect', (client) => {
    client.on('error', ignore);
  });
  return {
    async connect() {
      const client = await pool.connect().catch(throwOurs);
      return {
        query: async (text, values) => {
          try {
            return await client.query(text, values as unknown[] | undefined);
          } catch (error) {
            throw errorOf(error);
          }
        },
        release: (broken) => {
          client.release(broken);
        },
      };
    },
    connectListener: () => connectListener(settings),
    end: () => pool.end(),
  };
}

async function connectListener(settings: ClientConfig): Promise<ListeningClient> {
  const client = new Client(settings);
  let ended: Error | null = null;
  let onEnd: (cause: Error) => void = ignore;
  const over = (cause: Error): void => {
    if (ended !== null) return;
    ended = cause;
    client.end().catch(ignore);
    onEnd(cause);
  };
  client.on('error', over);
  client.on('end', () => {
    over(new Error('the connection ended'));
  });
  await client.connect().catch(throwOurs);
  return {
    query: (text, values) => client.query(text, values as unknown[] | undefined).catch(throwOurs),
    onEnd(callback) {
      onEnd = (cause) => {
        callback(errorOf(cause));
      };
      if (ended !== null) onEnd(ended);
    },
    onNotification(callback) {
      client.on('notification', ({ channel }) => {
        callback(channel);
      });
    },
    end() {
      over(new Error('it was ended'));
    },
  };
}

function ignore(): void {}

function throwOurs(error: unknown): never {
  throw errorOf(error);
}
