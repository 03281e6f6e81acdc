import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { decodeJson, isRecord } from '../../judges/derive.ts';
import { createSseParser } from '../../sse/sse-parser.ts';

export type PeerName = 'python' | 'node' | 'curl' | 'chromium';

/** A program that follows host events with nothing of ours in it. */
export interface PeerProgram {
  readonly name: PeerName;
  readonly command: string;
  readonly args: readonly string[];
  /** `raw`: it parses nothing, and says head and content as they come. */
  readonly speaks: 'lines' | 'raw';
}

function peerFile(path: string): string {
  return fileURLToPath(new URL(`../../../peers/${path}`, import.meta.url));
}

/** A Python 3; `PYTHON` names another one. */
export function pythonCommand(env: NodeJS.ProcessEnv): string {
  return env['PYTHON'] ?? '/usr/bin/python3';
}

export function minimalHostFile(): string {
  return peerFile('python/host.py');
}

export function peerPrograms(env: NodeJS.ProcessEnv): PeerProgram[] {
  return [
    { name: 'python', command: pythonCommand(env), args: [peerFile('python/peer.py')], speaks: 'lines' },
    { name: 'node', command: process.execPath, args: [peerFile('javascript/node-peer.js')], speaks: 'lines' },
    { name: 'curl', command: '/bin/sh', args: [peerFile('curl/peer.sh')], speaks: 'raw' },
    { name: 'chromium', command: process.execPath, args: [peerFile('javascript/chromium-peer.js')], speaks: 'lines' },
  ];
}

/** What a peer could not do. A fact about the suite, never about a host. */
export class PeerFault extends Error {
  constructor(peer: string, what: string) {
    super(`the peer ${peer} ${what}`);
    this.name = 'PeerFault';
  }
}

/** The first line that a peer says in `about`: its name and version. */
export async function aboutPeer(program: PeerProgram): Promise<string> {
  const run = new PeerRun(program, ['about'], {});
  const about = await run.next((line) => typeof line['peer'] === 'string');
  await run.exited;
  return String(about['peer']);
}

/** Gives each list of chunks (hexadecimal) to the peer's own parser; resolves with its answers. */
export async function parseWithPeer(program: PeerProgram, lists: readonly (readonly string[])[]): Promise<unknown[]> {
  const run = new PeerRun(program, ['parse'], {});
  run.write(lists.map((chunks) => `${JSON.stringify(chunks)}\n`).join(''));
  await run.exited;
  return run.said;
}

type Line = Readonly<Record<string, unknown>>;

/** One run of a peer: what it says, a line at a time. */
export class PeerRun {
  readonly said: Line[] = [];
  readonly exited: Promise<void>;
  readonly #program: PeerProgram;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  #stderr = '';
  #over = false;
  #wake: () => void = () => {};

  constructor(program: PeerProgram, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#program = program;
    this.#child = spawn(program.command, [...program.args, ...args], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stdin.on('error', () => {});
    this.#listen(args[0] === 'follow' && program.speaks === 'raw');
    this.exited = new Promise((resolve) => {
      const over = (): void => {
        this.#over = true;
        this.#wake();
        resolve();
      };
      this.#child.once('error', (error) => {
        this.#stderr += error.message;
        over();
      });
      this.#child.once('close', over);
    });
  }

  write(text: string): void {
    this.#child.stdin.end(text);
  }

  /**
   * Waits for the next line of this kind, from the first line on.
   *
   * @throws PeerFault when the peer ends without one
   */
  async next(wanted: (line: Line) => boolean, from = 0): Promise<Line> {
    for (;;) {
      const found = this.said.slice(from).find((line) => wanted(line));
      if (found !== undefined) return found;
      if (this.#over) {
        const last = JSON.stringify(this.said.at(-1) ?? null).slice(0, 200);
        throw new PeerFault(this.#program.name, `ended without saying what was due; last it said ${last}; ${this.#stderr.slice(0, 2000)}`);
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #say(line: Line): void {
    this.said.push(line);
    this.#wake();
  }

  #listen(raw: boolean): void {
    const { stdout, stderr } = this.#child;
    stderr.setEncoding('utf8');
    stderr.on('data', (text: string) => (this.#stderr += text));
    if (raw) {
      this.#headAndContent();
      return;
    }
    let rest = '';
    stdout.setEncoding('utf8');
    stdout.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const value = decodeJson(line);
        if (isRecord(value)) this.#say(value);
      }
    });
  }

  /** For a peer that parses nothing: the kit's parser reads what it writes. */
  #headAndContent(): void {
    const parser = createSseParser({ frame: ({ event, data, lastEventId }) => this.#say({ event, data, lastEventId }) });
    let head: Buffer | null = Buffer.alloc(0);
    this.#child.stdout.on('data', (bytes: Buffer) => {
      if (head === null) {
        parser.push(bytes);
        return;
      }
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const status = Number(head.subarray(9, 12).toString('latin1'));
      this.#say(status === 200 ? { open: true } : { refused: status });
      if (status === 200) parser.push(head.subarray(end + 4));
      head = null;
    });
  }
}
