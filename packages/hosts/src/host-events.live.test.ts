import { afterEach, describe, expect, test } from 'vitest';
import { describeEngines } from '../../../tools/vitest/engines.ts';
import { startHost, type TestHost, type TestHostOptions } from './test-support/host.ts';
import { read, type Reading, type ReadOptions } from './test-support/reading.ts';

const ORDER = 'example.order-paid';
const MOVED = 'example.cursor-moved';
const idsOf = (reading: Reading): readonly string[] => reading.blocks.map(({ data }) => data.eventId);

async function emit(
  host: TestHost,
  n: number,
  more: { readonly workspaceId?: string; readonly tenant?: string; readonly type?: string } = {},
): Promise<string> {
  const { eventId } = await host.service.emit({ tenant: 'acme', type: ORDER, payload: { n }, ...more });
  return eventId;
}

async function emitMany(host: TestHost, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await emit(host, n));
  return ids;
}

describeEngines('host events', (engine) => {
  const hosts: TestHost[] = [];
  const readings: Reading[] = [];
  afterEach(async () => {
    for (const reading of readings.splice(0)) reading.stop();
    for (const host of hosts.splice(0)) await host.close();
  });

  async function start(options: TestHostOptions = {}, url?: string): Promise<TestHost> {
    const host = await startHost(url ?? (await engine.createDatabase()), options);
    hosts.push(host);
    return host;
  }

  async function open(host: TestHost, options: ReadOptions = {}): Promise<Reading> {
    const reading = await read(host.url, options);
    readings.push(reading);
    return reading;
  }

  test('[H2.1, H1.4] every durable event after the cursor, each once and in order, then live; the cursor event not again', async () => {
    const host = await start({ page: { entries: 3, bytes: 100_000 } });
    const ids = await emitMany(host, 10);
    const reading = await open(host, { lastEventId: ids[2] as string });
    await reading.count(7);
    const more = await emitMany(host, 3);
    await reading.saw(more[2] as string);
    expect(idsOf(reading)).toEqual([...ids.slice(3), ...more]);
    expect(reading.blocks[0]).toEqual({
      id: ids[3],
      event: ORDER,
      data: {
        type: ORDER,
        eventId: ids[3],
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        delivery: 'durable',
        payload: { n: 3 },
      },
    });
  });

  test.each([
    ['absent', {}],
    ['empty', { lastEventId: '' }],
  ])('[H2.3] %s Last-Event-ID opens live and replays nothing', async (_, options) => {
    const host = await start();
    await emitMany(host, 3);
    const reading = await open(host, options);
    const id = await emit(host, 9);
    await reading.saw(id);
    expect(idsOf(reading)).toEqual([id]);
  });

  test('[H1.3, H1.4] an ephemeral event reaches who is there, has no id, and is never replayed nor a cursor', async () => {
    const host = await start();
    const first = await emit(host, 1);
    const [here, foreign, narrow] = [await open(host), await open(host, { token: 'other' }), await open(host, { token: 'narrow' })];
    const moved = await emit(host, 2, { type: MOVED, workspaceId: 'w2' });
    const last = await emit(host, 3, { workspaceId: 'w1' });
    const theirs = await emit(host, 4, { tenant: 'globex' });
    await Promise.all([here.saw(last), narrow.saw(last), foreign.saw(theirs)]);
    expect([idsOf(here), idsOf(narrow), idsOf(foreign)]).toEqual([[moved, last], [last], [theirs]]);
    expect(here.blocks[0]).toMatchObject({ id: undefined, event: MOVED });
    const resumed = await open(host, { lastEventId: first });
    await resumed.saw(last);
    expect(idsOf(resumed)).toEqual([last]);
    await expect(open(host, { lastEventId: moved })).rejects.toThrow('409');
  });

  test('[H2.4, H2.4a, H2.5, H2.7] every cause of a refusal gives the same bytes, before any byte of a stream', async () => {
    let now = 1_000_000_000_000;
    const host = await start({ clock: { now: () => now } });
    const swept = await emit(host, 0);
    now += 8_000_000;
    await host.service.sweep();
    const [removed, foreign, hidden, live] = [
      await emit(host, 1),
      await emit(host, 2, { tenant: 'globex' }),
      await emit(host, 3, { workspaceId: 'w9' }),
      await emit(host, 4),
    ];
    const moved = await emit(host, 5, { type: MOVED });
    await host.service.remove(removed);
    const causes: Readonly<Record<string, string>> = {
      unknown: 'evt_AAAAAAAAAAAAAAAAAAAAAAAA',
      malformed: '%%%',
      long: 'x'.repeat(4_000),
      number: '17',
      swept,
      removed,
      'another tenant': foreign,
      'another workspace': hidden,
      ephemeral: moved,
    };
    const answers = new Map<string, string>();
    for (const [cause, cursor] of Object.entries(causes)) answers.set(cause, await rawRefusal(host, cursor));
    const [refusal] = answers.values();
    for (const [cause, answer] of answers) expect([cause, answer]).toEqual([cause, refusal]);
    expect(refusal).toBe(
      'HTTP/1.1 409 Conflict\r\ncontent-type: application/json\r\ncache-control: no-store\r\ncontent-length: 98\r\nDate: -\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n' +
        '{"error":"host_event_resync_required","message":"Strict replay cannot resume from this position."}',
    );
    await host.service.removeTenant('acme');
    expect(await rawRefusal(host, live)).toBe(answers.get('unknown'));
  });

  test('[H2.1] without the mode an unknown cursor opens live, and a known one resumes', async () => {
    const host = await start();
    const ids = await emitMany(host, 3);
    const resumed = await open(host, { lastEventId: ids[0] as string, query: '' });
    const lost = await open(host, { lastEventId: 'nonsense', query: '?resumable=true' });
    const id = await emit(host, 7);
    await Promise.all([resumed.saw(id), lost.saw(id)]);
    expect([idsOf(resumed), idsOf(lost)]).toEqual([[ids[1], ids[2], id], [id]]);
  });

  test('[H2.5] a revoked workspace narrows an open stream, a revoked subject ends it, and cursors of either are refused', async () => {
    const host = await start();
    const reading = await open(host);
    const first = await emit(host, 1, { workspaceId: 'w1' });
    await reading.saw(first);
    await host.service.revoke({ tenant: 'acme', subject: 'reader-1', workspaceId: 'w1' });
    await emit(host, 2, { workspaceId: 'w1' });
    const plain = await emit(host, 3, { workspaceId: 'w2' });
    await reading.saw(plain);
    expect(idsOf(reading)).toEqual([first, plain]);
    await expect(open(host, { lastEventId: first })).rejects.toThrow('409');
    await host.service.revoke({ tenant: 'acme', subject: 'reader-1' });
    await reading.ended;
    await expect(open(host, { lastEventId: plain })).rejects.toThrow('403');
    await host.service.restore({ tenant: 'acme', subject: 'reader-1' });
    const again = await open(host, { lastEventId: plain });
    const last = await emit(host, 4);
    await again.saw(last);
    expect(idsOf(again)).toEqual([last]);
  });

  test('[H3.2] the trigger emits what it answers, refuses a foreign workspace and needs its scope', async () => {
    const host = await start();
    const reading = await open(host);
    const post = (token: string, body: object) =>
      fetch(`${host.url}/host/events/test`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const answer = await post('acme', { delivery: 'durable', workspaceId: 'w1' });
    const { eventId, type } = (await answer.json()) as { eventId: string; type: string };
    expect([answer.status, type]).toEqual([202, 'host-test.durable-triggered']);
    await reading.saw(eventId);
    expect(reading.blocks[0]?.data).toMatchObject({ type, workspaceId: 'w1', payload: {} });
    expect((await post('acme', { delivery: 'durable', workspaceId: 'w9' })).status).toBe(403);
    expect((await post('mute', { delivery: 'durable' })).status).toBe(403);
    expect((await post('nobody', { delivery: 'durable' })).status).toBe(401);
    expect((await post('acme', { delivery: 'both' })).status).toBe(400);
  });

  test('[H3.2, H5.4] the seam goes through the production path and refuses with code and path', async () => {
    const host = await start();
    const reading = await open(host);
    const post = async (body: object): Promise<readonly [number, unknown]> => {
      const response = await fetch(`${host.url}/conformance/seams/sample/host-events/emit`, {
        method: 'POST',
        headers: { authorization: 'Bearer acme', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { eventId, details } = (await response.json()) as { eventId?: string; details?: unknown };
      return [response.status, eventId ?? details];
    };
    const [status, eventId] = await post({ type: ORDER, workspaceId: 'w1', payload: { n: 1 } });
    expect(status).toBe(202);
    await reading.saw(eventId as string);
    expect(await post({ type: 'example.unknown-thing' })).toEqual([400, { code: 'unknown-type', path: '/body/type' }]);
    expect(await post({ type: 'host-test.durable-triggered' })).toEqual([400, { code: 'reserved-type', path: '/body/type' }]);
    expect(await post({ type: ORDER, extra: 1 })).toEqual([400, { code: 'unknown-field', path: '/body/extra' }]);
    expect(await post({ type: ORDER, payload: [] })).toEqual([400, { code: 'wrong-type', path: '/body/payload' }]);
    expect(await post({ type: ORDER, payload: { a: { password: 'hunter2' } } })).toEqual([
      400,
      { code: 'secret-payload', path: '/body/payload/a/password' },
    ]);
    expect(await post({ type: ORDER, workspaceId: 'w9' })).toEqual([403, undefined]);
  });

  describe('an event that is committed at each moment of opening', () => {
    for (const point of ['after-attach', 'before-page-read', 'after-floor-check'] as const) {
      test(`[H2.6] ${point}: arrives once, in order`, async () => {
        let pause: (() => Promise<void>) | undefined;
        const host = await start({
          pause: async (at: string) => {
            if (at === point) await pause?.();
          },
        });
        const ids = await emitMany(host, 3);
        let inside = '';
        pause = async () => {
          pause = undefined;
          inside = await emit(host, 4);
        };
        const reading = await open(host, { lastEventId: ids[0] as string });
        const last = await emit(host, 5);
        await reading.saw(last);
        expect(idsOf(reading)).toEqual([ids[1], ids[2], inside, last]);
      });
    }

    test('[H2.6, H2.3] after-attach without a cursor: it was committed after the stream was asked for, and is live or not, but never twice', async () => {
      let inside = '';
      const host = await start({
        pause: async (at: string) => {
          if (at === 'after-floor-check' && inside === '') inside = await emit(host, 1);
        },
      });
      const reading = await open(host);
      const last = await emit(host, 2);
      await reading.saw(last);
      expect(idsOf(reading)).toEqual([inside, last]);
    });
  });

  test('[S10, H2.1] a stream that was cut goes on at another gateway of the same database', async () => {
    const url = await engine.createDatabase();
    const one = await start({}, url);
    const first = await open(one);
    const a = await emit(one, 1);
    await first.saw(a);
    if (engine.name === 'sqlite') {
      // One file, one process: the second gateway is the one that replaces the first.
      await one.close();
      hosts.splice(hosts.indexOf(one), 1);
    }
    const two = await start({}, url);
    const b = await emit(two, 2);
    const second = await open(two, { lastEventId: a });
    const emitter = engine.name === 'sqlite' ? two : one;
    const c = await emit(emitter, 3);
    await second.saw(c);
    expect(idsOf(second)).toEqual([b, c]);
  });

  test('[H3.1] an event in a transaction is seen if and only if that commits', async () => {
    const host = await start();
    const reading = await open(host);
    const failing = host.database.transaction(async (tx) => {
      await host.service.emitIn(tx, { tenant: 'acme', type: ORDER, payload: { n: 1 } });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const { eventId } = await host.database.transaction((tx) =>
      host.service.emitIn(tx, { tenant: 'acme', type: ORDER, payload: { n: 2 } }),
    );
    await reading.saw(eventId);
    expect(idsOf(reading)).toEqual([eventId]);
  });
});

/** The answer's bytes, its date blanked. */
async function rawRefusal(host: TestHost, cursor: string): Promise<string> {
  const { connect } = await import('node:net');
  return new Promise((resolve, reject) => {
    const socket = connect(host.port, '127.0.0.1');
    let text = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      if (end < 0 || length === undefined || text.length < end + 4 + Number(length)) return;
      socket.destroy();
      resolve(text.replace(/Date: [^\r]+/i, 'Date: -'));
    });
    socket.write(
      `GET /host/events?replay=required HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nAuthorization: Bearer acme\r\nAccept: text/event-stream\r\nLast-Event-ID: ${cursor}\r\n\r\n`,
    );
  });
}
