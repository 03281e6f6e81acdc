import type { CloseStatus } from '../close.ts';
import { parseClosePayload } from '../close.ts';
import { createServerConnection, type ClosedStatus, type ServerConnection, type ServerConnectionOptions } from '../server-connection.ts';

/** What the server's side did, in order. */
export type Effect =
  | { readonly wrote: 'text' | 'ping' | 'pong'; readonly payload: string }
  | { readonly wrote: 'close'; readonly close: CloseStatus | string }
  | { readonly ended: true }
  | { readonly destroyed: true }
  | { readonly closing: CloseStatus }
  | { readonly closed: ClosedStatus };

export interface Harness {
  readonly connection: ServerConnection;
  readonly effects: Effect[];
  /** Runs the timers that are due after so many milliseconds more. */
  advance(milliseconds: number): void;
  readonly pendingTimers: number;
}

/** A connection with a recording transport and hand-driven time; it echoes messages unless told otherwise. */
export function createHarness(
  options: Pick<ServerConnectionOptions, 'bounds' | 'closeMs'> & { readonly message?: (text: string) => void } = {},
): Harness {
  const effects: Effect[] = [];
  let now = 0;
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  let lastTimer = 0;
  const { message = (text: string): void => void connection.send(text), ...rest } = options;
  const connection: ServerConnection = createServerConnection({
    ...rest,
    clock: { now: () => now },
    timers: {
      set: (run, milliseconds) => {
        lastTimer += 1;
        timers.set(lastTimer, { at: now + milliseconds, run });
        return lastTimer;
      },
      clear: (handle) => void timers.delete(handle as number),
    },
    transport: {
      write: (bytes) => effects.push(parseServerFrame(bytes)),
      end: () => effects.push({ ended: true }),
      destroy: () => effects.push({ destroyed: true }),
    },
    handlers: {
      message,
      closing: (closing) => effects.push({ closing }),
      closed: (closed) => effects.push({ closed }),
    },
  });
  return {
    connection,
    effects,
    advance(milliseconds) {
      now += milliseconds;
      for (const [handle, { at, run }] of timers) {
        if (at > now) continue;
        timers.delete(handle);
        run();
      }
    },
    get pendingTimers() {
      return timers.size;
    },
  };
}

/** One whole server frame; throws on anything that a server may not send. */
function parseServerFrame(bytes: Uint8Array): Effect {
  const [first = 0, second = 0] = bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if ((first & 0xf0) !== 0x80 || second >= 0x80) throw new Error('not an unmasked, unfragmented frame');
  const head = second < 126 ? 2 : second === 126 ? 4 : 10;
  const length = head === 2 ? second : head === 4 ? view.getUint16(2) : Number(view.getBigUint64(2));
  if (bytes.length !== head + length) throw new Error('not one whole frame');
  const payload = bytes.subarray(head);
  const opcode = first & 0x0f;
  if (opcode === 8) return { wrote: 'close', close: parseClosePayload(payload) };
  const wrote = ({ 1: 'text', 9: 'ping', 10: 'pong' } as const)[opcode];
  if (wrote === undefined) throw new Error(`opcode ${opcode}`);
  return { wrote, payload: wrote === 'text' ? new TextDecoder().decode(payload) : Buffer.from(payload).toString('hex') };
}
