import { expect, test } from 'vitest';
import { wireError, wireErrors, type WireErrorCode } from './errors.ts';
import { WireError } from './wire-error.ts';

test('every code says why and what to do, and its message holds all three', () => {
  for (const [code, { why, fix }] of Object.entries(wireErrors)) {
    expect([why.length, fix.length].every((length) => length > 10)).toBe(true);
    const error = wireError(code as WireErrorCode, 'what');
    expect(error).toBeInstanceOf(WireError);
    expect([error.code, error.message, error.name]).toEqual([code, `${code}: what: ${why}; ${fix}`, 'WireError']);
  }
});
