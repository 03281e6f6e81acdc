import { expect, test } from 'vitest';
import { configurationOf } from './configuration.ts';

const GOOD: readonly (readonly [Record<string, string>, object])[] = [
  [{}, { database: '.tidemark/board.sqlite', port: 4_400, log: false }],
  [
    { PORT: '', TIDEMARK_BOARD_DATABASE: '', TIDEMARK_BOARD_LOG: '' },
    { database: '.tidemark/board.sqlite', port: 4_400, log: false },
  ],
  [
    { PORT: '0', TIDEMARK_BOARD_DATABASE: 'a.sqlite', TIDEMARK_BOARD_LOG: '1' },
    { database: 'a.sqlite', port: 0, log: true },
  ],
  [{ PORT: '65535' }, { database: '.tidemark/board.sqlite', port: 65_535, log: false }],
];

test.each(GOOD)('[P1.1] %j', (environment, expected) => {
  expect(configurationOf(environment)).toEqual(expected);
});

test.each(['abc', 'NaN', '-1', '65536', '70000', '1e3', '0x10', '80.5', ' ', '4400 ', '９', '1'.repeat(400)])(
  '[P1.1] PORT=%j is refused',
  (port) => {
    expect(() => configurationOf({ PORT: port })).toThrow(
      expect.objectContaining({
        code: 'port-invalid',
        message: `PORT is ${JSON.stringify(port.slice(0, 40))}, and a port is a whole number from 0 (any free one) to 65535. Fix: PORT=4400 npm start, or leave PORT out.`,
      }) as Error,
    );
  },
);
