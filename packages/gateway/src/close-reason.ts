/** A close reason is at most this many bytes of UTF-8 (RFC 6455 section 5.5.1). */
const REASON_BYTES = 123;

/**
 * Why a message was not accepted, as the reason of a close frame: the code, and where in the message. The path holds keys that the peer chose,
 * so it is made well-formed, and cut between two characters where it is too long; of the value it says nothing.
 */
export function refusalReason(code: string, path: string): string {
  const whole = path === '' ? code : `${code} at ${path.toWellFormed()}`;
  if (Buffer.byteLength(whole) <= REASON_BYTES) return whole;
  let cut = '';
  let bytes = Buffer.byteLength('…');
  for (const character of whole) {
    bytes += Buffer.byteLength(character);
    if (bytes > REASON_BYTES) break;
    cut += character;
  }
  return `${cut}…`;
}
