import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** What a behaviour suite is given: one body for both engines (S1). */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** The URL of a new empty database. */
  createDatabase(): Promise<string>;
  /** The server, where there is one. */
  readonly server: TestPostgres | null;
}

/** Declares the same tests for SQLite and for a real PostgreSQL of their own. */
export function describeEngines(title: string, body: (engine: Engine) => void): void {
  describe(`${title} (sqlite)`, () => {
    const folders: string[] = [];
    afterAll(() => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
    body({
      name: 'sqlite',
      server: null,
      async createDatabase() {
        const folder = mkdtempSync(join(tmpdir(), 'tidemark-db-'));
        folders.push(folder);
        return `sqlite:${join(folder, 'test.db')}`;
      },
    });
  });
  describe(`${title} (postgres)`, () => {
    let server: TestPostgres | null = null;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server?.end());
    const started = (): TestPostgres => {
      if (server === null) throw new Error('the server is there only within tests and hooks');
      return server;
    };
    body({
      name: 'postgres',
      get server() {
        return started();
      },
      createDatabase: () => started().createDatabase(),
    });
  });
}
