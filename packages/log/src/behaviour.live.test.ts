import { type Database, type DatabaseOptions, openDatabase, wakeChannel } from '@tidemark/database';
import { afterEach, expect, test } from 'vitest';
import { describeEngines } from '../../../tools/vitest/engines.ts';
import { type Followed, type LiveEntries, type LogEntry, type LogError, type Logs, type LogsOptions, openLogs } from './index.ts';

const START = { position: 0, bytes: 0 };

const entry = (id: string, body = `{"n":"${id}"}`): { id: string; label: string; body: string } => ({ id, label: 'l', body });
const idsOf = (entries: readonly LogEntry[]): readonly string[] => entries.map(({ id }) => id);

/** Reads to the end of the backlog. */
async function backlog(followed: Followed, start = START): Promise<{ readonly ids: readonly string[]; readonly live: LiveEntries }> {
  const reader = followed.read(start);
  const ids: string[] = [];
  for (;;) {
    const step = await reader.next();
    if (step.done === true) return { ids, live: step.value };
    ids.push(step.value.id);
  }
}

interface Collected {
  readonly ids: string[];
  readonly all: Promise<unknown>;
}

/** Collects live ids; `all` resolves when the wanted number is there. */
function collect(live: LiveEntries, count: number): Collected {
  const ids: string[] = [];
  const all = new Promise<void>((resolve, reject) => {
    const take = ({ id }: LogEntry): boolean => {
      ids.push(id);
      if (ids.length === count) resolve();
      return ids.length < count;
    };
    live.attach(take, reject);
  });
  return { ids, all };
}

describeEngines('logs', (engine) => {
  const open: Database[] = [];
  afterEach(async () => {
    for (const database of open.splice(0)) await database.close();
  });

  async function create(options: LogsOptions & DatabaseOptions & { url?: string } = {}): Promise<{ database: Database; logs: Logs }> {
    const database = await openDatabase(options.url ?? (await engine.createDatabase()), options);
    open.push(database);
    return { database, logs: await openLogs(database, options) };
  }

  test('[S3] positions are contiguous, in commit order, and each log has its own', async () => {
    const { logs } = await create({ clock: { now: () => 7 } });
    expect(await logs.append('a', entry('1'))).toEqual({ position: 1, at: 7 });
    expect(await logs.append('b', entry('2'))).toEqual({ position: 1, at: 7 });
    expect(await logs.append('a', entry('3'))).toEqual({ position: 2, at: 7 });
    const { entries, last } = await logs.read('a', START);
    expect(entries).toEqual([
      { log: 'a', position: 1, id: '1', at: 7, bytes: 9, label: 'l', body: '{"n":"1"}' },
      { log: 'a', position: 2, id: '3', at: 7, bytes: 18, label: 'l', body: '{"n":"3"}' },
    ]);
    expect(last).toBe(true);
  });

  test('[S3] many at once get the positions of their groups, each once', async () => {
    const { logs } = await create();
    const appended = await Promise.all(Array.from({ length: 300 }, (_, index) => logs.append(`log${index % 3}`, entry(`e${index}`))));
    for (const log of [0, 1, 2]) {
      const positions = appended.filter((_, index) => index % 3 === log).map(({ position }) => position);
      expect(positions).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
      const { entries } = await logs.read(`log${log}`, START);
      expect(idsOf(entries)).toEqual(Array.from({ length: 100 }, (_, index) => `e${index * 3 + log}`));
    }
  });

  test('[S3, S6] a page is bounded in entries and in bytes; one entry may pass the bytes', async () => {
    const { logs } = await create({ page: { entries: 3, bytes: 20 } });
    for (const id of ['1', '2', '3', '4']) await logs.append('a', entry(id));
    await logs.append('a', entry('big', JSON.stringify('x'.repeat(100))));
    await logs.append('a', entry('6'));
    const pages: (readonly string[])[] = [];
    for (let page = await logs.read('a', START); ; page = await logs.read('a', page.place)) {
      pages.push(idsOf(page.entries));
      if (page.last) break;
    }
    expect(pages).toEqual([['1', '2'], ['3', '4'], ['big'], ['6']]);
  });

  test('[S4] an append in a transaction is there if and only if it commits', async () => {
    const { database, logs } = await create();
    await database.transaction(async (tx) => {
      await logs.appendIn(tx, 'b', [entry('1')]);
      await logs.appendIn(tx, 'a', [entry('2')]);
      await logs.appendIn(tx, 'b', [entry('3')]);
    });
    const failing = database.transaction(async (tx) => {
      await logs.appendIn(tx, 'a', [entry('4')]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await logs.append('a', entry('5'));
    expect(idsOf((await logs.read('a', START)).entries)).toEqual(['2', '5']);
    expect((await logs.read('a', START)).entries.map(({ position }) => position)).toEqual([1, 2]);
    expect(idsOf((await logs.read('b', START)).entries)).toEqual(['1', '3']);
  });

  test('[S3] an entry whose id is taken is refused alone', async () => {
    const { logs } = await create();
    await logs.append('a', entry('1'));
    const outcomes = await Promise.allSettled([logs.append('a', entry('2')), logs.append('a', entry('1')), logs.append('a', entry('3'))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const { entries } = await logs.read('a', START);
    expect(entries.map(({ position, id }) => `${position} ${id}`)).toEqual(['1 1', '2 2', '3 3']);
  });

  test('[H2.1] backlog, then live, without gap or repeat, on a second process too', async () => {
    const url = await engine.createDatabase();
    const { logs } = await create({ url, page: { entries: 2, bytes: 1_000 } });
    const { logs: writer } = engine.name === 'postgres' ? await create({ url }) : { logs };
    for (const id of ['1', '2', '3', '4', '5']) await writer.append('a', entry(id));
    const followed = await logs.follow('a');
    const reader = followed.read({ position: 1, bytes: 9 });
    expect((await reader.next()).value).toMatchObject({ id: '2' });
    await writer.append('a', entry('6'));
    const ids: string[] = [];
    let live: LiveEntries | undefined;
    for (let step = await reader.next(); live === undefined; step = await reader.next()) {
      if (step.done === true) {
        live = step.value;
        break;
      }
      ids.push(step.value.id);
      if (step.value.id === '6') await writer.append('a', entry('7'));
    }
    const collected = collect(live, 6 - ids.length);
    await writer.append('a', entry('8'));
    await collected.all;
    expect([...ids, ...collected.ids]).toEqual(['3', '4', '5', '6', '7', '8']);
    followed.release();
  });

  test('[S3] a removed entry keeps its place and loses its body; readers pass it over', async () => {
    const { logs } = await create();
    for (const id of ['1', '2', '3']) await logs.append('a', entry(id));
    expect(await logs.remove('2')).toEqual(['a']);
    expect(await logs.remove('none')).toEqual([]);
    const followed = await logs.follow('a');
    const { ids } = await backlog(followed);
    expect(ids).toEqual(['1', '3']);
    expect((await logs.locate('a', '2')).entry).toMatchObject({ position: 2, label: '', body: null });
    followed.release();
  });

  test('[S3, H2.7] a sweep raises the floor, which an empty log keeps', async () => {
    let now = 1_000;
    const { logs } = await create({ clock: { now: () => now } });
    for (const id of ['1', '2']) await logs.append('a', entry(id));
    now = 2_000;
    await logs.append('a', entry('3'));
    expect(await logs.sweep(2_000)).toBe(2);
    expect(await logs.head('a')).toMatchObject({ position: 3, floor: 2 });
    expect(idsOf((await logs.read('a', { position: 2, bytes: 18 })).entries)).toEqual(['3']);
    await expect(logs.read('a', { position: 1, bytes: 9 })).rejects.toMatchObject({ code: 'swept' });
    expect(await logs.sweep(3_000)).toBe(1);
    expect(await logs.head('a')).toMatchObject({ position: 3, floor: 3 });
    await expect(logs.read('a', { position: 2, bytes: 18 })).rejects.toMatchObject({ code: 'swept' });
    expect(await logs.append('a', entry('4'))).toMatchObject({ position: 4 });
  });

  test('[S3, S9] time does not run backwards within a log', async () => {
    let now = 2_000;
    const { logs } = await create({ clock: { now: () => now } });
    await logs.append('a', entry('1'));
    now = 1_000;
    expect(await logs.append('a', entry('2'))).toEqual({ position: 2, at: 2_000 });
    expect(await logs.sweep(2_000)).toBe(0);
  });

  test('[H2.5] a log that was removed is empty, refuses its readers, and never gives a position twice', async () => {
    const { logs } = await create();
    for (const id of ['1', '2']) await logs.append('a', entry(id));
    await logs.removeLog('a');
    expect((await logs.locate('a', '2')).entry).toBeNull();
    await expect(logs.read('a', { position: 1, bytes: 9 })).rejects.toMatchObject({ code: 'swept' });
    expect(await logs.append('a', entry('3'))).toMatchObject({ position: 3 });
  });

  test('[H2.9] a tail that is ahead of its log tells its readers', async () => {
    const { database, logs } = await create();
    await logs.append('a', entry('1'));
    const followed = await logs.follow('a');
    const { live } = await backlog(followed);
    const ended = new Promise<LogError>((resolve) => {
      live.attach(() => true, resolve);
    });
    // What a restore of an older backup comes down to.
    const restore = [
      { sql: "DELETE FROM tidemark_entry WHERE log = 'a'", parameters: [] },
      { sql: "UPDATE tidemark_log SET head = 0, head_bytes = 0 WHERE log = 'a'", parameters: [] },
    ];
    await database.write(restore, [wakeChannel('a')]);
    expect((await ended).code).toBe('reset');
    followed.release();
  });

  test('[S5] a lost wake-up costs one poll', async () => {
    const url = await engine.createDatabase();
    let poll: (() => void) | undefined;
    const timers = {
      start: (callback: () => void) => {
        poll = callback;
        return () => {
          poll = undefined;
        };
      },
    };
    const { logs } = await create({ url, timers });
    const followed = await logs.follow('a');
    const { live } = await backlog(followed);
    const collected = collect(live, 1);
    // Written by something that wakes nobody.
    const { database } = await create({ url });
    await database.write([
      { sql: "INSERT INTO tidemark_log (log, head, head_bytes, head_at, floor) VALUES ('a', 1, 2, 0, 0)", parameters: [] },
      {
        sql: "INSERT INTO tidemark_entry (log, position, id, at, bytes, label, body) VALUES ('a', 1, 'silent', 0, 2, '', '{}')",
        parameters: [],
      },
    ]);
    expect(collected.ids).toEqual([]);
    poll?.();
    await collected.all;
    expect(collected.ids).toEqual(['silent']);
    followed.release();
  });

  test('[S1, S3] what not every engine stores as it is, or cannot index, is refused, and looking for it finds nothing', async () => {
    const { logs } = await create();
    for (const text of ['', 'a\0b', 'a\ud800', '\udc00a', 'x'.repeat(10_000)]) {
      await expect(logs.append(text, entry('1'))).rejects.toMatchObject({ code: 'not-storable' });
      await expect(logs.append('a', entry(text, '{}'))).rejects.toMatchObject({ code: 'not-storable' });
      expect((await logs.locate('a', text)).entry).toBeNull();
      expect(await logs.head(text)).toEqual({ position: 0, bytes: 0, floor: 0 });
      expect(await logs.remove(text)).toEqual([]);
    }
    await expect(logs.append('a', entry('1', '"\0"'))).rejects.toMatchObject({ code: 'not-storable' });
    // The longest that are allowed, and hard to compress.
    const log = Array.from({ length: 1_024 }, (_, index) => String.fromCharCode(33 + ((index * index * 31) % 90))).join('');
    expect(await logs.append(log, entry(log.slice(0, 512)))).toMatchObject({ position: 1 });
    expect((await logs.locate(log, log.slice(0, 512))).entry).toMatchObject({ position: 1 });
  });

  test('[H2.5, S7] what a removal that was killed half-way has left, the next sweep deletes', async () => {
    const { database, logs } = await create();
    for (const id of ['1', '2']) await logs.append('a', entry(id));
    await database.write([{ sql: "UPDATE tidemark_log SET floor = head WHERE log = 'a'", parameters: [] }]);
    expect(await logs.sweep(0)).toBe(0);
    expect(await database.run({ sql: 'SELECT id FROM tidemark_entry', parameters: [] })).toEqual([]);
  });
});
