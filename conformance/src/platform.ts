import { randomBytes } from 'node:crypto';

/** What a run takes from the platform. Tests give their own. */
export interface Platform {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Calls back once, after so many milliseconds, unless cancelled. */
  readonly after: (milliseconds: number, call: () => void) => { cancel(): void };
  /** Hexadecimal, two characters for each byte. */
  readonly randomHex: (bytes: number) => string;
}

/** The real ones. */
export const PLATFORM: Platform = {
  now: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return { cancel: () => clearTimeout(timer) };
  },
  randomHex: (bytes) => randomBytes(bytes).toString('hex'),
};
