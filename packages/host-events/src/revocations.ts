import type { Database, Migrations, Query } from '@tidemark/database';

/** What is taken back: a subject's view of one workspace, or of everything. */
export interface Revocation {
  readonly tenant: string;
  readonly subject: string;
  /** Absent: all of the tenant. */
  readonly workspaceId?: string;
}

export const REVOCATION_MIGRATIONS: Migrations = [
  [
    `CREATE TABLE tidemark_revocation (
      holder text NOT NULL,
      workspace text NOT NULL,
      PRIMARY KEY (holder, workspace)
    )`,
  ],
];

interface Tables {
  tidemark_revocation: { holder: string; workspace: string };
}

/** No workspace has an empty name: it stands for everything. */
const ALL = '';
const CHANNEL = 'tidemark_revocations';
const MAX_HOLDERS = 500;

export interface Timers {
  /** Gives the function that cancels it. */
  start(callback: () => void, milliseconds: number): () => void;
}

/** What one holder may not see any more; asked for each event. */
export interface RevokedView {
  /** Of the workspace, or of what belongs to none. */
  has(workspaceId: string | undefined): boolean;
  readonly all: boolean;
  release(): void;
}

interface Holder {
  denied: ReadonlySet<string>;
  readonly watchers: Set<() => void>;
}

/**
 * What was revoked, on every gateway of the database (H2.5). Kept in memory for the holders of open streams, because it is asked for each event; a wake-up
 * brings what another process has revoked, and where it was lost the poll does.
 */
export class Revocations {
  readonly #database: Database;
  readonly #report: (error: unknown) => void;
  readonly #holders = new Map<string, Holder>();
  readonly #queries: ReturnType<typeof queriesOf>;
  readonly #stops: (() => void)[] = [];

  constructor(database: Database, report: (error: unknown) => void) {
    this.#database = database;
    this.#report = report;
    this.#queries = queriesOf(database);
  }

  /** Keeps up from here on; `pollMs` bounds how late. */
  async start(timers: Timers, pollMs: number): Promise<void> {
    this.#stops.push(
      await this.#database.listen(CHANNEL, () => {
        void this.#refresh();
      }),
    );
    const next = (): (() => void) =>
      timers.start(() => {
        void this.#refresh();
        stopTimer = next();
      }, pollMs);
    let stopTimer = next();
    this.#stops.push(() => {
      stopTimer();
    });
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  /** One query, whoever asks and whatever there is. `changed` is called when more or less is revoked. */
  async watch(tenant: string, subject: string, changed: () => void): Promise<RevokedView> {
    const key = keyOf(tenant, subject);
    const holder = this.#holders.get(key) ?? { denied: new Set<string>(), watchers: new Set<() => void>() };
    this.#holders.set(key, holder);
    let loaded = false;
    // A function of its own: one callback may watch twice. What was revoked before is not news.
    const watcher = (): void => {
      if (loaded) changed();
    };
    holder.watchers.add(watcher);
    const release = (): void => {
      holder.watchers.delete(watcher);
      if (holder.watchers.size === 0 && this.#holders.get(key) === holder) this.#holders.delete(key);
    };
    try {
      await this.#load([key]);
      loaded = true;
    } catch (error) {
      release();
      throw error;
    }
    return {
      has: (workspaceId) =>
        holder.denied.size > 0 && (holder.denied.has(ALL) || (workspaceId !== undefined && holder.denied.has(workspaceId))),
      get all() {
        return holder.denied.has(ALL);
      },
      release,
    };
  }

  async revoke({ tenant, subject, workspaceId = ALL }: Revocation): Promise<void> {
    await this.#write(this.#queries.add(keyOf(tenant, subject), workspaceId), keyOf(tenant, subject));
  }

  /** Gives back what was revoked by the same call. */
  async restore({ tenant, subject, workspaceId = ALL }: Revocation): Promise<void> {
    await this.#write(this.#queries.remove(keyOf(tenant, subject), workspaceId), keyOf(tenant, subject));
  }

  async #write(query: Query, key: string): Promise<void> {
    await this.#database.write([query], [CHANNEL]);
    // Not only by the wake-up: whoever revoked relies on it from here on.
    await this.#load([key]);
  }

  async #refresh(): Promise<void> {
    const keys = [...this.#holders.keys()];
    try {
      for (let index = 0; index < keys.length; index += MAX_HOLDERS) await this.#load(keys.slice(index, index + MAX_HOLDERS));
    } catch (error) {
      this.#report(error);
    }
  }

  async #load(keys: readonly string[]): Promise<void> {
    const rows = await this.#database.run(this.#queries.of(keys));
    const denied = new Map<string, Set<string>>(keys.map((key) => [key, new Set<string>()]));
    for (const { holder, workspace } of rows) denied.get(holder)?.add(workspace);
    for (const [key, workspaces] of denied) this.#update(key, workspaces);
  }

  #update(key: string, denied: ReadonlySet<string>): void {
    const holder = this.#holders.get(key);
    if (holder === undefined) return;
    const same = denied.size === holder.denied.size && [...denied].every((workspace) => holder.denied.has(workspace));
    holder.denied = denied;
    if (!same) for (const watcher of Array.from(holder.watchers)) watcher();
  }
}

function queriesOf(database: Database) {
  const builder = database.builder<Tables>();
  return {
    of: (holders: readonly string[]) => builder.selectFrom('tidemark_revocation').selectAll().where('holder', 'in', holders).compile(),
    add: (holder: string, workspace: string) =>
      builder
        .insertInto('tidemark_revocation')
        .values({ holder, workspace })
        .onConflict((taken) => taken.doNothing())
        .compile(),
    remove: (holder: string, workspace: string) =>
      builder.deleteFrom('tidemark_revocation').where('holder', '=', holder).where('workspace', '=', workspace).compile(),
  };
}

function keyOf(tenant: string, subject: string): string {
  return JSON.stringify([tenant, subject]);
}
