import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { repetitions, seed } from '../../../../tools/vitest/needs.ts';
import type { Connection } from './connection.ts';
import { GroupCommit } from './group-commit.ts';
import type { ThreadReply, ThreadRequest, ThreadRows, ThreadStep } from './protocol.ts';

type Fault = 'refuse' | 'full';
const NO_ROWS: ThreadRows = { columns: [], rows: [] };

function fault(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** As much of SQLite as GroupCommit knows: one transaction, one savepoint, keys. Fails where it is told to. */
class FakeConnection implements Connection {
  committed: readonly string[] = [];
  commits = 0;
  busy = 0;
  /** The next COMMIT finds the disk full. */
  fullCommits = 0;
  #open: { keys: string[]; savepoint: number | null } | null = null;

  get inTransaction(): boolean {
    return this.#open !== null;
  }

  execute(step: ThreadStep): ThreadRows {
    const { sql } = step;
    if (sql === 'BEGIN IMMEDIATE') return this.#begin();
    const open = this.#open;
    if (open === null) throw fault('SQLITE_ERROR');
    if (sql === 'SAVEPOINT unit') open.savepoint = open.keys.length;
    else if (sql === 'ROLLBACK TO unit') open.keys.length = open.savepoint ?? 0;
    else if (sql === 'RELEASE unit') open.savepoint = null;
    else if (sql === 'ROLLBACK') this.#open = null;
    else if (sql === 'COMMIT') this.#commit(open.keys);
    else if (sql === ('full' satisfies Fault)) {
      this.#open = null;
      throw fault('SQLITE_FULL');
    } else if (sql === ('refuse' satisfies Fault)) throw fault('SQLITE_CONSTRAINT_UNIQUE');
    else open.keys.push(sql);
    return NO_ROWS;
  }

  close(): void {}

  #begin(): ThreadRows {
    if (this.busy > 0) {
      this.busy -= 1;
      throw fault('SQLITE_BUSY');
    }
    if (this.#open !== null) throw fault('SQLITE_ERROR');
    this.#open = { keys: [], savepoint: null };
    return NO_ROWS;
  }

  #commit(keys: readonly string[]): void {
    if (this.fullCommits > 0) {
      this.fullCommits -= 1;
      throw fault('SQLITE_FULL');
    }
    this.committed = [...this.committed, ...keys];
    this.commits += 1;
    this.#open = null;
  }
}

const step = (sql: string): ThreadStep => ({ sql, values: [] });

function setUp(): { connection: FakeConnection; group: GroupCommit; replies: ThreadReply[]; flushed: number[] } {
  const connection = new FakeConnection();
  const replies: ThreadReply[] = [];
  const flushed: number[] = [];
  const group = new GroupCommit(
    connection,
    (reply) => replies.push(reply),
    () => flushed.push(replies.length),
  );
  return { connection, group, replies, flushed };
}

const codeOf = (reply: ThreadReply): string => ('failure' in reply ? reply.failure.code : 'ok');

test('[S8] behind a file that another process holds, everybody waits once and not one after the other', () => {
  const { connection, group, replies } = setUp();
  connection.busy = 1;
  for (const id of [1, 2, 3]) group.accept({ kind: 'write', id, steps: [step(`k${id}`)] });
  group.pump(() => false);
  expect(replies.map((reply) => `${reply.id} ${codeOf(reply)}`)).toEqual(['1 busy', '2 busy', '3 busy']);
  group.accept({ kind: 'write', id: 4, steps: [step('k4')] });
  group.pump(() => false);
  expect(codeOf(replies[3] as ThreadReply)).toBe('ok');
  expect(connection.committed).toEqual(['k4']);
});

test('[S2] the answers of a group leave before the next one begins, however much waits', () => {
  const { connection, group, flushed } = setUp();
  for (let id = 1; id <= 1_500; id++) group.accept({ kind: 'write', id, steps: [step(`k${id}`)] });
  group.pump(() => false);
  expect(connection.commits).toBe(3);
  expect(flushed).toEqual([512, 1_024, 1_500]);
});

interface Planned {
  readonly interactive: boolean;
  readonly steps: readonly ('key' | Fault)[];
  readonly commit: boolean;
  /** Told to the connection when the unit comes in. */
  readonly trouble: 'none' | 'busy' | 'full-commit';
  readonly pump: boolean;
}

const planned: fc.Arbitrary<Planned> = fc.record({
  interactive: fc.boolean(),
  steps: fc.array(fc.oneof({ weight: 6, arbitrary: fc.constant('key' as const) }, fc.constantFrom<Fault>('refuse', 'full')), {
    maxLength: 4,
  }),
  commit: fc.boolean(),
  trouble: fc.oneof({ weight: 8, arbitrary: fc.constant('none' as const) }, fc.constantFrom('busy' as const, 'full-commit' as const)),
  pump: fc.boolean(),
});

/** What one caller sent, and its keys. */
class Caller {
  readonly keys: string[] = [];
  readonly requests: ThreadRequest[] = [];
  /** The number that its acknowledgement has. */
  readonly last: number;

  constructor(plan: Planned, firstId: number) {
    let id = firstId;
    const steps = plan.steps.map((kind, index) => {
      if (kind !== 'key') return step(kind);
      this.keys.push(`k${firstId}.${index}`);
      return step(`k${firstId}.${index}`);
    });
    if (plan.interactive) {
      this.requests.push({ kind: 'begin', id });
      for (const each of steps) this.requests.push({ kind: 'run', id: ++id, unit: firstId, step: each });
      this.requests.push({ kind: 'end', id: ++id, unit: firstId, commit: plan.commit && !plan.steps.some((kind) => kind !== 'key') });
    } else this.requests.push({ kind: 'write', id, steps });
    this.last = id;
  }
}

test('[S4, S7, S8] whatever fails: everybody is answered once, and what was acknowledged is there and nothing else', () => {
  fc.assert(
    fc.property(fc.array(planned, { minLength: 1, maxLength: 30 }), (plans) => {
      const { connection, group, replies } = setUp();
      const callers: { readonly caller: Caller }[] = [];
      let id = 1;
      for (const plan of plans) {
        const caller = new Caller(plan, id);
        id = caller.last + 1;
        callers.push({ caller });
        if (plan.trouble === 'busy') connection.busy += 1;
        if (plan.trouble === 'full-commit') connection.fullCommits += 1;
        for (const request of caller.requests) {
          if (request.kind === 'read' || request.kind === 'close') continue;
          // A caller goes on only once its `begin` is answered.
          if (request.kind === 'run' || request.kind === 'end') group.pump(() => false);
          group.accept(request);
        }
        if (plan.pump) group.pump(() => false);
      }
      group.pump(() => false);
      expect(replies.map((reply) => reply.id).toSorted((one, other) => one - other)).toEqual(
        callers.flatMap(({ caller }) => caller.requests.map((request) => request.id)),
      );
      const acknowledged = callers.filter(({ caller }) => {
        const reply = replies.find((each) => each.id === caller.last) as ThreadReply;
        const last = caller.requests.at(-1) as ThreadRequest;
        return codeOf(reply) === 'ok' && (last.kind === 'write' || (last.kind === 'end' && last.commit));
      });
      expect(connection.committed).toEqual(acknowledged.flatMap(({ caller }) => caller.keys));
      expect(group.idle).toBe(true);
      expect(connection.inTransaction).toBe(false);
    }),
    { numRuns: repetitions(500, 20_000), seed: seed() },
  );
});
