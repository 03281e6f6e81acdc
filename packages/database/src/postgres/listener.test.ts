import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { repetitions, seed } from '../../../../tools/vitest/needs.ts';
import { deferred } from '../test-support/deferred.ts';
import { WakeListeners } from '../wake-listeners.ts';
import type { Driver, ListeningClient } from './driver.ts';
import { Listener } from './listener.ts';

/** A server in memory: which connections there are, and on what they listen. */
class FakeServer implements Driver {
  readonly clients: FakeClient[] = [];
  away = false;
  connects = 0;
  readonly #gate: (label: string) => Promise<void>;

  constructor(gate: (label: string) => Promise<void> = () => Promise.resolve()) {
    this.#gate = gate;
  }

  async connectListener(): Promise<ListeningClient> {
    this.connects += 1;
    await this.#gate('connect');
    if (this.away) throw new Error('away');
    const client = new FakeClient(this.#gate);
    this.clients.push(client);
    return client;
  }

  /** Open connections. */
  get open(): readonly FakeClient[] {
    return this.clients.filter(({ ended }) => !ended);
  }

  notify(channel: string): void {
    for (const client of this.open) if (client.channels.has(channel)) client.notified(channel);
  }

  connect(): never {
    throw new Error('not used');
  }

  async end(): Promise<void> {}
}

class FakeClient implements ListeningClient {
  readonly channels = new Set<string>();
  ended = false;
  failing = false;
  notified: (channel: string) => void = () => {};
  #onEnd: (cause: Error) => void = () => {};
  readonly #gate: (label: string) => Promise<void>;

  constructor(gate: (label: string) => Promise<void>) {
    this.#gate = gate;
  }

  async query(text: string): Promise<{ readonly rows: readonly unknown[] }> {
    await this.#gate(text);
    if (this.ended || this.failing) throw new Error('the connection is gone');
    if (text.startsWith('LISTEN ')) this.channels.add(text.slice('LISTEN '.length));
    return { rows: [] };
  }

  onEnd(callback: (cause: Error) => void): void {
    this.#onEnd = callback;
    if (this.ended) callback(new Error('gone'));
  }

  onNotification(callback: (channel: string) => void): void {
    this.notified = callback;
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.#onEnd(new Error('gone'));
  }
}

/** Timers that a test fires. */
class FakeTimers {
  readonly waiting = new Map<() => void, number>();
  readonly start = (callback: () => void, milliseconds: number): (() => void) => {
    const own = (): void => callback();
    this.waiting.set(own, milliseconds);
    return () => this.waiting.delete(own);
  };

  fire(): void {
    const [first] = this.waiting.keys();
    if (first === undefined) return;
    this.waiting.delete(first);
    first();
  }

  get delays(): readonly number[] {
    return [...this.waiting.values()];
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp(server = new FakeServer()): {
  server: FakeServer;
  timers: FakeTimers;
  listener: Listener;
  woken: string[];
  reported: Error[];
} {
  const timers = new FakeTimers();
  const woken: string[] = [];
  const reported: Error[] = [];
  const listeners = new WakeListeners((error) => reported.push(error));
  for (const channel of ['a', 'b', 'c']) listeners.add(channel, (hint) => woken.push(`${channel} ${hint}`));
  const listener = new Listener(server, listeners, (error) => reported.push(error), timers.start);
  return { server, timers, listener, woken, reported };
}

test('[S5] a channel that is asked for while the connection is being made is listened on', async () => {
  const gates: (() => void)[] = [];
  const server = new FakeServer(() => new Promise((resolve) => gates.push(resolve)));
  const { listener, woken } = setUp(server);
  const first = listener.listen('a');
  gates.shift()?.();
  await turn();
  // LISTEN a is on its way now.
  const second = listener.listen('b');
  for (let round = 0; round < 4; round++) {
    gates.shift()?.();
    await turn();
  }
  await Promise.all([first, second]);
  woken.length = 0;
  server.notify('b');
  expect(woken).toEqual(['b committed']);
});

test('[S5] whoever asks for a channel that is just being listened on waits for it too', async () => {
  let hold: Promise<void> = Promise.resolve();
  const server = new FakeServer(() => hold);
  const { listener } = setUp(server);
  await listener.listen('a');
  const { promise, resolve: release } = deferred();
  hold = promise;
  const first = listener.listen('b');
  let resolved = false;
  const second = listener.listen('b').then(() => (resolved = true));
  await turn();
  expect(resolved).toBe(false);
  release();
  await Promise.all([first, second]);
  expect([...(server.open[0]?.channels ?? [])]).toEqual(['a', 'b']);
});

test('[S5] one connection, also when a listen comes while the next attempt is waited for', async () => {
  const { server, timers, listener, woken } = setUp();
  server.away = true;
  await listener.listen('a');
  server.away = false;
  await listener.listen('b');
  while (timers.delays.some((delay) => delay < 10_000)) timers.fire();
  await turn();
  expect(server.open.length).toBe(1);
  woken.length = 0;
  server.notify('a');
  expect(woken).toEqual(['a committed']);
});

test('[S5] a LISTEN that fails rejects nobody: the next connection makes up for it', async () => {
  const { server, timers, listener, woken } = setUp();
  await listener.listen('a');
  (server.open[0] as FakeClient).failing = true;
  await listener.listen('b');
  timers.fire();
  await turn();
  expect(woken).toEqual(['a reconnected', 'b reconnected', 'c reconnected', 'a reconnected', 'b reconnected', 'c reconnected']);
  expect([...(server.open[0]?.channels ?? [])]).toEqual(['a', 'b']);
});

test('[S5, S8] a server that ends every connection at once is not stormed', async () => {
  const { server, timers, listener } = setUp();
  await listener.listen('a');
  const delays: number[] = [];
  for (let round = 0; round < 8; round++) {
    server.open[0]?.end();
    delays.push(...timers.delays);
    timers.fire();
    await turn();
  }
  expect(delays).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
  // One that has lasted until it was asked starts anew.
  timers.fire();
  await turn();
  server.open[0]?.end();
  expect(timers.delays).toEqual([100]);
});

test('[S8] closed, it reports and tries nothing more', async () => {
  const { server, timers, listener, reported } = setUp();
  server.away = true;
  const listening = listener.listen('a');
  listener.close();
  await listening;
  expect(timers.delays).toEqual([]);
  expect(reported).toEqual([]);
});

type Command = 'listen a' | 'listen b' | 'listen c' | 'cut' | 'away' | 'back' | 'timer';
const COMMANDS: readonly Command[] = ['listen a', 'listen b', 'listen c', 'cut', 'away', 'back', 'timer'];

test('[S5] whatever happens in whatever order: at most one connection, and in the end it hears everything that was asked for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...COMMANDS), { maxLength: 25 }), fc.scheduler(), async (commands, scheduler) => {
      const server = new FakeServer((label) => scheduler.schedule(Promise.resolve(), label));
      const { timers, listener } = setUp(server);
      const wanted = new Set<string>();
      const steps = commands.map((command) => ({
        label: command,
        builder: async () => {
          const [kind, channel = ''] = command.split(' ');
          if (kind === 'listen') {
            wanted.add(channel);
            void listener.listen(channel);
          } else if (kind === 'cut') server.open[0]?.end();
          else if (kind === 'timer') timers.fire();
          else server.away = kind === 'away';
        },
      }));
      scheduler.scheduleSequence(steps);
      await scheduler.waitIdle();
      server.away = false;
      for (let round = 0; round < 12; round++) {
        timers.fire();
        await scheduler.waitIdle();
        await Promise.resolve();
      }
      expect(server.open.length).toBeLessThanOrEqual(1);
      expect([...(server.open[0]?.channels ?? [])].toSorted()).toEqual([...wanted].toSorted());
      listener.close();
      expect(server.open.length).toBe(0);
    }),
    { numRuns: repetitions(150, 3_000), seed: seed() },
  );
});
