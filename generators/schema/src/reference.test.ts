import { expect, test } from 'vitest';
import { pointer } from './reference.ts';

test.each([
  { segments: ['components', 'schemas', 'Order'], expected: '#/components/schemas/Order' },
  { segments: ['paths', '/orders/{orderId}'], expected: '#/paths/~1orders~1%7BorderId%7D' },
  { segments: ['messages', 'order.paid-v1_x'], expected: '#/messages/order.paid-v1_x' },
  { segments: ['a~b', 'c%d', 'é'], expected: '#/a~0b/c%25d/%C3%A9' },
])('[C2.3] reference to $segments is a JSON Pointer in a URI fragment', ({ segments, expected }) => {
  expect(pointer(...segments)).toBe(expected);
});
