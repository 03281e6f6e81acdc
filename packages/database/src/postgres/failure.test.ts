import { expect, test } from 'vitest';
import { DatabaseError } from '../database-error.ts';
import { errorOf, isRetriable, wasRefused } from './failure.ts';

/** As `pg` makes them: the server's have a severity. */
const fromServer = (code: string): Error => Object.assign(new Error('from the server'), { code, severity: 'ERROR' });
const fromSocket = (code: string): Error => Object.assign(new Error('from the socket'), { code });

const CASES: readonly (readonly [title: string, error: Error, code: string, refused: boolean])[] = [
  ['a unique violation', fromServer('23505'), 'conflict', true],
  ['a check violation', fromServer('23514'), 'failed', true],
  ['a serialization failure', fromServer('40001'), 'conflict', true],
  ['a deadlock', fromServer('40P01'), 'conflict', true],
  ['a full disk', fromServer('53100'), 'storage-full', true],
  ['too many connections', fromServer('53300'), 'unavailable', true],
  ['a read-only server', fromServer('25006'), 'read-only', true],
  ['a lock not available', fromServer('55P03'), 'busy', true],
  ['a statement time-out', fromServer('57014'), 'timeout', true],
  ['an administrator who ends it', fromServer('57P01'), 'unavailable', false],
  ['a crash of another backend', fromServer('57P02'), 'unavailable', false],
  ['a server that starts', fromServer('57P03'), 'unavailable', false],
  ['a damaged index', fromServer('XX002'), 'corrupt', true],
  ['an internal error', fromServer('XX000'), 'failed', true],
  ['an error of the disk', fromServer('58030'), 'storage-failed', true],
  ['a bad byte', fromServer('22021'), 'failed', true],
  ['an idle transaction', fromServer('25P03'), 'timeout', false],
  // Five capitals, like a SQLSTATE.
  ...['EPIPE', 'EBUSY', 'EPERM', 'EINTR', 'EPROTO', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND'].map(
    (code) => [`a socket's ${code}`, fromSocket(code), 'unavailable', false] as const,
  ),
  ['an error without a code', new Error('Connection terminated unexpectedly'), 'unavailable', false],
];

test.each(CASES)('[S8] %s', (_, error, code, refused) => {
  const ours = errorOf(error);
  expect(ours).toBeInstanceOf(DatabaseError);
  expect(ours.code).toBe(code);
  expect(wasRefused(ours)).toBe(refused);
  expect(wasRefused(error)).toBe(refused);
  expect(isRetriable(ours)).toBe(error === fromServer('40001') || ['40001', '40P01'].includes((error as { code?: string }).code ?? ''));
});
