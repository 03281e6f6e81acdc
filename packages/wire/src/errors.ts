import { WireError } from './wire-error.ts';

/** One row of a package's error table: why the refusal exists and what the caller does about it. */
export interface ErrorRow {
  readonly why: string;
  readonly fix: string;
}

/** Every code a {@link WireError} can carry. Codes that begin with `sse-` and end in `too-long` or `too-large` come from a peer; the rest are errors of the program. */
export const wireErrors = {
  'sse-line-too-long': {
    why: 'a line of the event stream, terminated or not, passed bounds.lineBytes',
    fix: 'drop the connection; raise lineBytes only together with the server’s own event bound',
  },
  'sse-event-too-large': {
    why: 'the data of one block, with the charge for each of its lines, passed bounds.eventBytes',
    fix: 'drop the connection; raise eventBytes only together with the server’s own event bound',
  },
  'sse-line-break-in-field': {
    why: 'CR, LF or NUL in an event name or id, or CR in data, would change the block for its reader',
    fix: 'encode the value (JSON, base64url) before it becomes an event name, id or data',
  },
  'sse-empty-event-name': {
    why: 'an empty event name reads back as "message"',
    fix: 'leave `event` out, or name it',
  },
  'sse-invalid-retry': {
    why: 'a reconnection time is a whole number of milliseconds, 0 or more',
    fix: 'pass a safe integer',
  },
  'lone-surrogate': {
    why: 'a lone surrogate has no UTF-8 form and would arrive as U+FFFD',
    fix: 'refuse the text where it enters, or escape it (JSON.stringify does)',
  },
  'invalid-bounds': {
    why: 'a bound must be a safe integer greater than 0',
    fix: 'correct the named bound',
  },
  'invalid-close-code': {
    why: 'only 1000-1003, 1007-1014 and 3000-4999 may stand in a close frame (RFC 6455 7.4)',
    fix: 'use one of those; 1005, 1006 and 1015 are never sent',
  },
  'close-reason-too-long': {
    why: 'a close reason has at most 123 bytes of UTF-8, and none without a code (RFC 6455 5.5.1)',
    fix: 'shorten the reason, or give a code',
  },
  'control-payload-too-long': {
    why: 'a control frame carries at most 125 bytes (RFC 6455 5.5)',
    fix: 'shorten the payload',
  },
  'invalid-upgrade-policy': {
    why: 'an entry of the upgrade policy cannot match any request, or matches more than it says',
    fix: 'write hosts as sent in Host, origins as serialised by browsers, subprotocols as tokens',
  },
} as const satisfies Record<string, ErrorRow>;

export type WireErrorCode = keyof typeof wireErrors;

/** The error of a code, with why and fix from the table. What browsers load throws a `WireError` itself, so that no bundle carries the table (F13). */
export function wireError(code: WireErrorCode, what: string): WireError {
  const { why, fix } = wireErrors[code];
  return new WireError(code, `${what}: ${why}; ${fix}`);
}
