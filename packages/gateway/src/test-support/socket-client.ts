import { encodeClientFrame } from '@tidemark/wire/testing';
import { AUTHORIZED, rawClient, type RawClient } from './raw-client.ts';

/** A WebSocket client that sends any frame and shows the server's frames as they came. */
export interface SocketClient extends RawClient {
  message(value: object): void;
  frame(frame: Parameters<typeof encodeClientFrame>[0]): void;
  /** Frames of the server after its 101. */
  readonly frames: readonly ServerFrame[];
  /** Resolves with the frames, as soon as they satisfy the test; rejects when the connection closes first. */
  untilFrames(done: (frames: readonly ServerFrame[]) => boolean): Promise<readonly ServerFrame[]>;
}

/** Text of a message, or `opcode:payload` in hexadecimal for anything else. A close frame is `close:CODE:REASON`. */
export type ServerFrame = string;

export const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';

export function upgradeHead(
  port: number,
  options: { readonly target?: string; readonly headers?: readonly string[]; readonly without?: readonly string[] } = {},
): string {
  const standard = [
    `Host: 127.0.0.1:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${KEY}`,
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Protocol: sample.v1',
  ].filter((line) => !(options.without ?? []).some((name) => line.toLowerCase().startsWith(`${name}:`)));
  return [`GET ${options.target ?? '/desk/a'} HTTP/1.1`, ...standard, ...(options.headers ?? [AUTHORIZED]), '', ''].join('\r\n');
}

/** Connects and upgrades; resolves when the 101 is there. */
export async function socketClient(port: number, target = '/desk/a', headers: readonly string[] = [AUTHORIZED]): Promise<SocketClient> {
  const client = await rawClient(port);
  client.send(upgradeHead(port, { target, headers }));
  await client.until((text) => text.includes('\r\n\r\n'));
  return withFrames(client);
}

export function withFrames(client: RawClient): SocketClient {
  const frames = (): readonly ServerFrame[] =>
    parseFrames(Buffer.from(client.received.slice(client.received.indexOf('\r\n\r\n') + 4), 'latin1'));
  return {
    socket: client.socket,
    get received() {
      return client.received;
    },
    send: (bytes) => {
      client.send(bytes);
    },
    until: (done) => client.until(done),
    closed: () => client.closed(),
    destroy: () => {
      client.destroy();
    },
    message: (value) => {
      client.send(encodeClientFrame({ opcode: 1, payload: JSON.stringify(value) }));
    },
    frame: (frame) => {
      client.send(encodeClientFrame(frame));
    },
    get frames() {
      return frames();
    },
    untilFrames: async (done) => {
      await client.until(() => done(frames()));
      return frames();
    },
  };
}

function parseFrames(bytes: Buffer): readonly ServerFrame[] {
  const found: ServerFrame[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const start = at + (short === 126 ? 4 : short === 127 ? 10 : 2);
    if (start > bytes.length) break;
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short;
    if (start + length > bytes.length) break;
    found.push(describe((bytes[at] ?? 0) & 0x0f, bytes.subarray(start, start + length)));
    at = start + length;
  }
  return found;
}

function describe(opcode: number, payload: Buffer): ServerFrame {
  if (opcode === 1) return payload.toString('utf8');
  if (opcode === 8) return payload.length < 2 ? 'close' : `close:${payload.readUInt16BE(0)}:${payload.subarray(2).toString('utf8')}`;
  return `${opcode}:${payload.toString('hex')}`;
}
