import { expect, test } from 'vitest';
import { plainOrder } from '../test-support/serve-board.ts';
import { newOrder } from './new-order.ts';

const now = new Date('2026-03-01T09:30:00.000Z');

test('[B1.3] an order larger than its messages may be is refused, and one byte less is not', () => {
  const bytes = JSON.stringify(newOrder(plainOrder, now)).length;
  expect(newOrder(plainOrder, now, bytes)).toMatchObject({ status: 'placed', placedAt: '2026-03-01T09:30:00.000Z' });
  expect(() => newOrder(plainOrder, now, bytes - 1)).toThrow(
    expect.objectContaining({ code: 'validation_error', details: { code: 'too-many-bytes', path: '/body' } }) as Error,
  );
});
