import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Need } from '../../../../tools/vitest/needs.ts';
import { freePort } from '../../../../tools/vitest/postgres.ts';

/** A running proxy: one port for HTTP/1.1, one for HTTP/2 without TLS. */
export interface Intermediary {
  readonly http1: string;
  readonly http2: string;
  stop(): Promise<void>;
}

export interface IntermediaryOptions {
  readonly upstreamPort: number;
  /** What it allows between two pieces of an answer, seconds. */
  readonly idleSeconds: number;
}

interface Program {
  readonly name: 'nginx' | 'haproxy';
  readonly need: Need;
  readonly arguments: (file: string, folder: string) => readonly string[];
  readonly config: (options: IntermediaryOptions & { readonly folder: string; readonly ports: readonly [number, number] }) => string;
}

const found = (name: string): Need => ({
  name,
  path: [`/usr/sbin/${name}`, `/usr/bin/${name}`].find((place) => existsSync(place)),
  fix: `apt-get install ${name}`,
});

/** Buffering is on as it is by default: the answer's own headers have to turn it off (B1.1). */
export const PROGRAMS: readonly Program[] = [
  {
    name: 'nginx',
    need: found('nginx'),
    arguments: (file, folder) => ['-c', file, '-p', folder, '-e', 'stderr'],
    config: ({ folder, ports: [http1, http2], upstreamPort, idleSeconds }) => `
daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server {
    listen 127.0.0.1:${http1};
    listen 127.0.0.1:${http2} http2;
    location / {
      proxy_pass http://127.0.0.1:${upstreamPort};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host 127.0.0.1:${upstreamPort};
      proxy_read_timeout ${idleSeconds}s;
    }
  }
}`,
  },
  {
    name: 'haproxy',
    need: found('haproxy'),
    arguments: (file) => ['-db', '-f', file],
    config: ({ ports: [http1, http2], upstreamPort, idleSeconds }) => `
global
  maxconn 256
defaults
  mode http
  option http-no-delay
  timeout connect 5s
  timeout client ${idleSeconds}s
  timeout server ${idleSeconds}s
frontend in
  bind 127.0.0.1:${http1}
  bind 127.0.0.1:${http2} proto h2
  http-request set-header Host 127.0.0.1:${upstreamPort}
  default_backend host
backend host
  server one 127.0.0.1:${upstreamPort}
`,
  },
];

/** Starts it in front of a host; resolves when it accepts connections. */
export async function startIntermediary(program: Program, options: IntermediaryOptions): Promise<Intermediary> {
  const folder = mkdtempSync(join(tmpdir(), `tidemark-${program.name}-`));
  const ports = [await freePort(), await freePort()] as const;
  const file = join(folder, 'config');
  writeFileSync(file, program.config({ ...options, folder, ports }));
  const child = spawn(program.need.path ?? program.name, program.arguments(file, folder), { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = endOf(child);
  await Promise.race([
    accepts(ports[0]),
    ended.then((reason) => {
      throw new Error(`${program.name} ended: ${reason}`);
    }),
  ]);
  return {
    http1: `http://127.0.0.1:${ports[0]}`,
    http2: `http://127.0.0.1:${ports[1]}`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function endOf(child: ChildProcess): Promise<string> {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', () => resolve(text));
  });
}

/** Until somebody listens there; each attempt is an event of the kernel, not a sleep. */
async function accepts(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
