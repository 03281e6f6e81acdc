/**
 * A client's frame, well-formed or not, for tests that write raw bytes to a server.
 *
 * @param frame.masked false leaves the mask bit and the key out
 * @param frame.lengthBytes 1, 2 or 8: the form of the length, the shortest one when absent
 * @param frame.announced the length that the header claims, the payload's own when absent
 */
export function encodeClientFrame(frame: {
  readonly opcode: number;
  readonly payload?: Uint8Array | string;
  readonly fin?: boolean;
  readonly rsv?: number;
  readonly masked?: boolean;
  readonly lengthBytes?: 1 | 2 | 8;
  readonly announced?: bigint;
}): Uint8Array {
  const { opcode, payload: given = '', fin = true, rsv = 0, masked = true } = frame;
  const payload = typeof given === 'string' ? new TextEncoder().encode(given) : given;
  const length = frame.announced ?? BigInt(payload.length);
  const lengthBytes = frame.lengthBytes ?? (length < 126n ? 1 : length < 65_536n ? 2 : 8);
  const extended = lengthBytes === 1 ? 0 : lengthBytes;
  const mask = masked ? [0x37, 0xfa, 0x21, 0x3d] : [];
  const bytes = new Uint8Array(2 + extended + mask.length + payload.length);
  const view = new DataView(bytes.buffer);
  bytes[0] = (fin ? 0x80 : 0) | (rsv << 4) | opcode;
  bytes[1] = (masked ? 0x80 : 0) | (lengthBytes === 1 ? Number(length) : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) view.setUint16(2, Number(length));
  if (lengthBytes === 8) view.setBigUint64(2, length);
  bytes.set(mask, 2 + extended);
  const start = 2 + extended + mask.length;
  for (let i = 0; i < payload.length; i += 1) bytes[start + i] = (payload[i] ?? 0) ^ (mask[i & 3] ?? 0);
  return bytes;
}
