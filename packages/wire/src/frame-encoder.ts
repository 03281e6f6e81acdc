import { encodeClosePayload } from './close.ts';
import { wireError } from './errors.ts';

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const encoder = new TextEncoder();
const nothing = new Uint8Array(0);

/**
 * One whole text message, ready to be written to any number of sockets.
 *
 * @param text a string, or bytes that the caller knows to be UTF-8
 * @throws WireError `lone-surrogate`
 */
export function encodeTextFrame(text: string | Uint8Array): Uint8Array {
  if (typeof text !== 'string') return encodeServerFrame(opcodes.text, text);
  if (!text.isWellFormed()) throw wireError('lone-surrogate', 'text message');
  return encodeServerFrame(opcodes.text, encoder.encode(text));
}

/** @throws WireError `control-payload-too-long` */
export function encodePingFrame(payload: Uint8Array = nothing): Uint8Array {
  return encodeControlFrame(opcodes.ping, payload);
}

/** @throws WireError `control-payload-too-long` */
export function encodePongFrame(payload: Uint8Array = nothing): Uint8Array {
  return encodeControlFrame(opcodes.pong, payload);
}

/**
 * A close frame; without a code it has no payload.
 *
 * @throws WireError `invalid-close-code`, `close-reason-too-long`, `lone-surrogate`
 */
export function encodeCloseFrame(code?: number, reason?: string): Uint8Array {
  return encodeServerFrame(opcodes.close, encodeClosePayload(code, reason));
}

function encodeControlFrame(opcode: number, payload: Uint8Array): Uint8Array {
  if (payload.length > 125) throw wireError('control-payload-too-long', `${payload.length} bytes`);
  return encodeServerFrame(opcode, payload);
}

/** Unfragmented, unmasked, shortest length (RFC 6455 5.2). */
function encodeServerFrame(opcode: number, payload: Uint8Array): Uint8Array {
  const { length } = payload;
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = new Uint8Array(head + length);
  frame[0] = 0x80 | opcode;
  if (head === 2) frame[1] = length;
  else {
    const view = new DataView(frame.buffer);
    frame[1] = head === 4 ? 126 : 127;
    if (head === 4) view.setUint16(2, length);
    else view.setBigUint64(2, BigInt(length));
  }
  frame.set(payload, head);
  return frame;
}
