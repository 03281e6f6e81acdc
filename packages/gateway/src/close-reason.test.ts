import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusalReason } from './close-reason.ts';

test.each([
  ['malformed-json', '', 'malformed-json'],
  ['out-of-range', '/lines/3/quantity', 'out-of-range at /lines/3/quantity'],
  ['unknown-field', '/\ud800', 'unknown-field at /\ufffd'],
  ['unknown-field', `/${'é'.repeat(60)}`, `unknown-field at /${'é'.repeat(51)}…`],
])('[B3.2, B3.3] the reason of %s at %j', (code, path, reason) => {
  expect(refusalReason(code, path)).toBe(reason);
});

test('[B3.3] a reason always fits a close frame, and is whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (path) => {
      const reason = refusalReason('unknown-field', path);
      expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123);
      expect(reason.isWellFormed()).toBe(true);
    }),
  );
});
