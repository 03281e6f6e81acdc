import { DatabaseError } from '@tidemark/database';
import { HostEventsError } from '@tidemark/host-events';
import { expect, test } from 'vitest';
import { createLogger } from './create-logger.ts';

const SECRET = 'canary-7f3a';

function logged(write: (logger: ReturnType<typeof createLogger>) => void, level = 'info'): readonly Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLogger(level, { write: (line: string) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** What a driver, parser or peer might put into an error. */
class DriverError extends Error {
  readonly code = '23505';
  readonly detail = `Key (id)=(${SECRET}) already exists.`;
  readonly parameters = [SECRET];
}

const LEAKS: readonly (readonly [what: string, fields: object])[] = [
  ['a token', { token: SECRET, authorization: `Bearer ${SECRET}` }],
  ['a request', { req: { headers: { authorization: SECRET }, url: `/x?${SECRET}` } }],
  ['a cursor', { lastEventId: SECRET, cursor: SECRET, eventId: SECRET }],
  ['a payload', { payload: { password: SECRET }, body: SECRET }],
  ['an object under a known name', { endpoint: { secret: SECRET }, service: [SECRET] }],
  ['a foreign message', { err: new Error(`cannot parse ${SECRET}`) }],
  ['a foreign message of several lines', { err: new Error(`a\n${SECRET}\n    b`) }],
  ['a driver’s detail', { err: new DriverError(`duplicate ${SECRET}`) }],
  ['a cause', { err: new DatabaseError('conflict', 'a key', { cause: new DriverError(SECRET) }) }],
  ['a cause of a cause', { err: new Error('x', { cause: new Error('y', { cause: new Error(SECRET) }) }) }],
  ['a name', { err: Object.assign(new Error('x'), { name: `${SECRET} ${SECRET}` }) }],
  ['a code', { err: Object.assign(new Error('x'), { code: `${SECRET} ${SECRET}` }) }],
  ['something thrown that is no error', { err: SECRET }],
  ['a peer’s address', { err: Object.assign(new Error('x'), { syscall: SECRET, address: SECRET, port: 1 }) }],
];
test.each(LEAKS)('[P3.1] %s never reaches a line', (_what, fields) => {
  const lines = logged((logger) => {
    logger.error(fields, 'failed');
    logger.warn(fields, 'failed');
    logger.info(fields, 'failed');
  });
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    ['error', 'failed'],
    ['warn', 'failed'],
    ['info', 'failed'],
  ]);
  expect(JSON.stringify(lines)).not.toContain(SECRET);
});

test('[P3.1] what an operator needs is there: code, message of our own, cause, place', () => {
  const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect', address: '10.0.0.1', port: 5432 });
  const database = new DatabaseError('unavailable', 'PostgreSQL', { cause: refused });
  const [line] = logged((logger) => {
    logger.error(
      { err: new HostEventsError('unavailable', { cause: database }), endpoint: 'streamHostEvents', count: 3 },
      'handler failed',
    );
  });
  expect(line).toMatchObject({
    level: 'error',
    pid: process.pid,
    endpoint: 'streamHostEvents',
    count: 3,
    msg: 'handler failed',
    err: {
      type: 'HostEventsError',
      code: 'unavailable',
      message: new HostEventsError('unavailable').message,
      cause: {
        type: 'DatabaseError',
        code: 'unavailable',
        message: database.message,
        cause: { type: 'Error', code: 'ECONNREFUSED', system: 'connect 10.0.0.1:5432' },
      },
    },
  });
  expect(line).toMatchObject({
    err: {
      stack: [expect.stringMatching(/^at .*create-logger\.test\.ts/), ...Array.from({ length: 9 }, () => expect.stringMatching(/^at /))],
    },
  });
});

function writeThree(logger: ReturnType<typeof createLogger>): void {
  logger.info({}, 'a');
  logger.warn({}, 'b');
  logger.error({}, 'c');
}

const messages = (level: string) => logged(writeThree, level).map(({ msg }) => msg);

test('[P3.1] a level silences what is below it', () => {
  expect([messages('info'), messages('warn'), messages('error'), messages('silent')]).toEqual([['a', 'b', 'c'], ['b', 'c'], ['c'], []]);
});
