import { wireError } from './errors.ts';

/** What a close frame says. Code 1005 stands for a close frame without a code. */
export interface CloseStatus {
  readonly code: number;
  readonly reason: string;
}

/** Code of a close frame without a payload; never on the wire (RFC 6455 7.4.1). */
export const noStatusCode = 1005;
/** Code of a connection that ended without a close frame; never on the wire (RFC 6455 7.4.1). */
export const abnormalCode = 1006;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** May this code stand in a close frame? The same set both ways: 1000-1003, 1007-1014 (IANA registry), 3000-4999. */
export function isCloseCode(code: number): boolean {
  if (!Number.isInteger(code)) return false;
  return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
}

/**
 * Payload of a close frame, at most 125 bytes. Without a code it is empty.
 *
 * @throws WireError `invalid-close-code`, `close-reason-too-long`, `lone-surrogate`
 */
export function encodeClosePayload(code?: number, reason = ''): Uint8Array {
  if (code === undefined) {
    if (reason !== '') throw wireError('close-reason-too-long', 'a reason without a code');
    return new Uint8Array(0);
  }
  if (!isCloseCode(code)) throw wireError('invalid-close-code', `code ${code}`);
  if (!reason.isWellFormed()) throw wireError('lone-surrogate', 'close reason');
  const text = encoder.encode(reason);
  if (text.length > 123) throw wireError('close-reason-too-long', `${text.length} bytes`);
  const payload = new Uint8Array(2 + text.length);
  payload[0] = code >> 8;
  payload[1] = code & 0xff;
  payload.set(text, 2);
  return payload;
}

/** Reads the payload of a received close frame; a code of `frameViolations` where it breaks RFC 6455 5.5.1 or 7.4. */
export function parseClosePayload(
  payload: Uint8Array,
): CloseStatus | 'close-payload-truncated' | 'close-code-invalid' | 'close-reason-not-utf8' {
  const [high, low] = payload;
  if (high === undefined) return { code: noStatusCode, reason: '' };
  if (low === undefined) return 'close-payload-truncated';
  const code = high * 256 + low;
  if (!isCloseCode(code)) return 'close-code-invalid';
  try {
    return { code, reason: decoder.decode(payload.subarray(2)) };
  } catch {
    return 'close-reason-not-utf8';
  }
}
