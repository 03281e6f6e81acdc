import { type ChildProcess, fork } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { ratioText, spread, table } from './results.ts';

interface FanOutOptions {
  readonly rounds: number;
  readonly streams: number;
  readonly events: number;
}

const SERVER = new URL('fan-out-server.mjs', import.meta.url);

/** F2: server CPU for one event to many streams, and F4: what an idle stream holds; each server in a process of its own. */
export async function fanOutBench(options: FanOutOptions): Promise<string> {
  const cost = await fanOutCost(['limit', 'write', 'tidemark'], options);
  const memory = await idleMemory(['net', 'limit', 'tidemark'], options.streams);
  return `${cost}\n\n${memory}`;
}

async function fanOutCost(names: readonly string[], options: FanOutOptions): Promise<string> {
  const fleets = new Map<string, Fleet>();
  for (const name of names) fleets.set(name, await Fleet.start(name, options.streams));
  try {
    // Code and buffers are warm before anything is counted.
    for (const fleet of fleets.values()) await fleet.burst(options.events);
    const rounds: Map<string, number>[] = [];
    for (let round = 0; round < options.rounds; round++) {
      const costs = new Map<string, number>();
      for (const [name, fleet] of round % 2 === 0 ? fleets : [...fleets].toReversed()) costs.set(name, await fleet.burst(options.events));
      rounds.push(costs);
    }
    const rows = names.map((name) => {
      const ratios = rounds.map((costs) => (costs.get(name) ?? 0) / (costs.get('limit') ?? 1));
      const micro = rounds.map((costs) => (costs.get(name) ?? 0) / (options.events * options.streams));
      return [LABELS[name] ?? name, ratioText(spread(ratios)), spread(micro).median.toFixed(2)];
    });
    return table([`one event to ${options.streams} streams`, 'server CPU per delivery as a ratio to the limit', 'us per delivery'], rows);
  } finally {
    for (const fleet of fleets.values()) fleet.stop();
  }
}

async function idleMemory(names: readonly string[], streams: number): Promise<string> {
  const rows: string[][] = [];
  for (const name of names) {
    // From 200 streams on, so that what a process needs once is not counted.
    const fleet = await Fleet.start(name, 200);
    try {
      const before = await fleet.memory();
      await fleet.grow(streams);
      rows.push([LABELS[name] ?? name, (((await fleet.memory()) - before) / 1_024 / streams).toFixed(1)]);
    } finally {
      fleet.stop();
    }
  }
  return table([`${streams} more idle streams`, 'KiB each'], rows);
}

const LABELS: Readonly<Record<string, string>> = {
  net: '`node:net`, sockets alone',
  limit: '`node:http`, one shared chunk',
  write: '`node:http`, `response.write`',
  tidemark: 'tidemark host events, from the log',
};

/** A server and its readers. */
class Fleet {
  readonly #child: ChildProcess;
  readonly #port: number;
  readonly #bytes: number;
  readonly #sockets: Socket[] = [];
  #received = 0;
  #wanted = Infinity;
  #done: (() => void) | null = null;

  constructor(child: ChildProcess, port: number, bytes: number) {
    this.#child = child;
    this.#port = port;
    this.#bytes = bytes;
  }

  static async start(name: string, streams: number): Promise<Fleet> {
    const child = fork(SERVER, [name], { execArgv: ['--expose-gc'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const { port, bytes } = await answer<{ port: number; bytes: number }>(child);
    const fleet = new Fleet(child, port, bytes);
    await fleet.grow(streams);
    return fleet;
  }

  async grow(streams: number): Promise<void> {
    for (let index = 0; index < streams; index++) this.#sockets.push(await this.#open());
  }

  /** Microseconds of CPU that so many events took, until the last byte was received. */
  async burst(events: number): Promise<number> {
    this.#received = 0;
    this.#wanted = events * this.#sockets.length * this.#bytes;
    const all = new Promise<void>((resolve) => {
      this.#done = resolve;
    });
    this.#child.send({ command: 'burst', events, pause: true });
    await answer(this.#child);
    await all;
    this.#child.send({ command: 'cost' });
    const { microseconds } = await answer<{ microseconds: number }>(this.#child);
    return microseconds;
  }

  async memory(): Promise<number> {
    this.#child.send({ command: 'memory' });
    return (await answer<{ rss: number }>(this.#child)).rss;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#child.kill('SIGKILL');
  }

  #open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.#port, '127.0.0.1', () => {
        socket.write(
          `GET /host/events HTTP/1.1\r\nHost: 127.0.0.1:${this.#port}\r\nAuthorization: Bearer t\r\nAccept: text/event-stream\r\n\r\n`,
        );
        resolve(socket);
      });
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        this.#received += chunk.length;
        if (this.#received >= this.#wanted) this.#done?.();
      });
    });
  }
}

function answer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      child.off('exit', reject);
      resolve(message as T);
    });
    child.once('exit', reject);
  });
}
