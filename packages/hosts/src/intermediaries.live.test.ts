import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { followHostEvents } from '@tidemark/client';
import { createHostEventsClient } from '@tidemark/host-events-client';
import { afterEach, describe, expect, test } from 'vitest';
import { lacks } from '../../../tools/vitest/needs.ts';
import { startHost, type TestHost } from './test-support/host.ts';
import { type Intermediary, PROGRAMS, startIntermediary } from './test-support/intermediaries.ts';
import { read } from './test-support/reading.ts';

const TYPE = 'host-test.durable-triggered';

async function trigger(host: TestHost): Promise<string> {
  return (await host.service.trigger('durable', 'acme')).eventId;
}

for (const program of PROGRAMS) {
  describe.skipIf(lacks(program.need))(`through ${program.name}`, () => {
    const ends: (() => unknown)[] = [];
    afterEach(async () => {
      for (const end of ends.splice(0).toReversed()) await end();
    });

    async function start(heartbeatMs: number, idleSeconds: number): Promise<{ readonly host: TestHost; readonly proxy: Intermediary }> {
      const folder = mkdtempSync(join(tmpdir(), 'tidemark-proxied-'));
      const host = await startHost(`sqlite:${join(folder, 'host.db')}`, { publishedLimits: { heartbeatMs } });
      ends.push(
        () => {
          rmSync(folder, { recursive: true, force: true });
        },
        () => host.close(),
      );
      const proxy = await startIntermediary(program, { upstreamPort: host.port, idleSeconds });
      ends.push(() => proxy.stop());
      return { host, proxy };
    }

    test('[B6.1, B1.1] events arrive one by one, over HTTP/1.1', async () => {
      const { host, proxy } = await start(15_000, 60);
      const reading = await read(proxy.http1);
      ends.push(() => reading.stop());
      // The next is made when the one before has arrived: one that is held back is never followed.
      for (let round = 0; round < 5; round++) await reading.saw(await trigger(host));
      expect(reading.blocks.map(({ event }) => event)).toEqual(Array.from({ length: 5 }, () => TYPE));
    });

    test('[B6.1, B1.1] events arrive one by one, over HTTP/2, and a cursor resumes', async () => {
      const { host, proxy } = await start(15_000, 60);
      const first = await trigger(host);
      const second = await trigger(host);
      const stream = await openHttp2(proxy.http2, first);
      ends.push(() => stream.close());
      await stream.until((text) => text.includes(`id: ${second}\n`));
      for (let round = 0; round < 3; round++) {
        const id = await trigger(host);
        await stream.until((text) => text.includes(`id: ${id}\n`));
      }
      expect([stream.status, stream.text.includes(first)]).toEqual([200, false]);
    });

    test('[B6.1] a refusal comes through as it is', async () => {
      const { proxy } = await start(15_000, 60);
      await expect(read(proxy.http1, { lastEventId: 'unknown' })).rejects.toThrow('409 {"error":"host_event_resync_required"');
    });

    test('[B6.1, B1.2] heartbeats keep a stream open beyond the idle time of the intermediary', async () => {
      const { host, proxy } = await start(300, 1);
      const stream = await openHttp2(proxy.http2);
      ends.push(() => stream.close());
      // Eight heartbeats of 0.3 s take longer than the second that it allows for silence.
      await stream.until((text) => text.split(':\n\n').length > 8);
      const id = await trigger(host);
      await stream.until((text) => text.includes(id));
      expect(stream.ended).toBe(false);
    });

    test('[B6.1, H4.1] a stream that the intermediary cuts is resumed without a loss', async () => {
      const { host, proxy } = await start(15_000, 1);
      let opened = 0;
      let tell: (() => void) | undefined;
      const client = createHostEventsClient({ baseUrl: proxy.http1, credential: () => 'acme', backOff: { baseMs: 10, maxMs: 50 } });
      const events = followHostEvents({
        open: client.streamHostEvents,
        strict: true,
        lastEventId: await trigger(host),
        onState: ({ status }) => {
          if (status === 'live') opened += 1;
          tell?.();
        },
      });
      ends.push(() => events.close());
      const iterator = events[Symbol.asyncIterator]();
      const seen: string[] = [];
      const emitted: string[] = [];
      for (const wanted of [1, 2, 3]) {
        const next = iterator.next();
        // Each event is emitted when one more connection is live: so each but the first follows a cut.
        await new Promise<void>((resolve) => {
          tell = () => {
            if (opened >= wanted) resolve();
          };
          tell();
        });
        emitted.push(await trigger(host));
        const step = await next;
        if (step.done !== true) seen.push(step.value.data.eventId);
      }
      expect(seen).toEqual(emitted);
    });
  });
}

interface Http2Stream {
  readonly status: number;
  readonly text: string;
  readonly ended: boolean;
  until(done: (text: string) => boolean): Promise<void>;
  close(): void;
}

async function openHttp2(url: string, lastEventId?: string): Promise<Http2Stream> {
  const session = connect(url);
  const stream = session.request({
    ':path': '/host/events?replay=required',
    authorization: 'Bearer acme',
    accept: 'text/event-stream',
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  });
  const status = await new Promise<number>((resolve, reject) => {
    session.on('error', reject);
    stream.on('error', reject);
    stream.on('response', (headers) => resolve(headers[':status'] ?? 0));
  });
  let text = '';
  let ended = false;
  let check: (() => void) | undefined;
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    text += chunk;
    check?.();
  });
  stream.on('close', () => {
    ended = true;
    check?.();
  });
  return {
    status,
    get text() {
      return text;
    },
    get ended() {
      return ended;
    },
    until: (done) =>
      new Promise((resolve, reject) => {
        check = () => {
          if (done(text)) resolve();
          else if (ended) reject(new Error(`the stream ended after ${JSON.stringify(text.slice(-200))}`));
        };
        check();
      }),
    close: () => {
      session.destroy();
    },
  };
}
