import { describe, expect, test } from 'vitest';
import { accepts, isJsonContent } from './accept.ts';
import { announcesBody, headerValues, singleHeader } from './headers.ts';

describe('Accept', () => {
  test.each([
    [[], true],
    ['text/event-stream', true],
    ['TEXT/Event-Stream; charset=utf-8', true],
    ['text/*', true],
    ['*/*', true],
    ['application/json', false],
    ['application/json, */*;q=0.1', true],
    ['text/event-stream;q=0', false],
    ['text/event-stream;q=0.000', false],
    ['text/event-stream;q=0, */*', false],
    ['*/*;q=0', false],
    ['text/*;q=0, text/event-stream', true],
    ['', false],
    ['nonsense', false],
  ] as const)('[B1.6] %j admits an event stream: %s', (value, expected) => {
    expect(accepts(typeof value === 'string' ? ['Accept', value] : [], 'text/event-stream')).toBe(expected);
  });

  test('[B1.6] several Accept headers are one list', () => {
    expect(accepts(['Accept', 'text/html', 'accept', 'text/event-stream'], 'text/event-stream')).toBe(true);
  });
});

test.each([
  ['application/json', true],
  ['Application/JSON; charset=UTF-8', true],
  ['application/json;charset="utf-8"', true],
  ['application/json; charset=latin1', false],
  ['application/json; x=1', false],
  ['application/jsonx', false],
  ['text/json', false],
  ['', false],
])('[C4.3] content type %j is JSON: %s', (value, expected) => {
  expect(isJsonContent(['Content-Type', value])).toBe(expected);
  expect(isJsonContent(['Content-Type', value, 'Content-Type', value])).toBe(false);
});

test('[B3.1] duplicates are seen in the raw list alone', () => {
  const raw = ['Host', 'a', 'X', '1', 'hOST', 'b'];
  expect(headerValues(raw, 'host')).toEqual(['a', 'b']);
  expect([singleHeader(raw, 'host'), singleHeader(raw, 'x'), singleHeader(raw, 'y')]).toEqual([null, '1', undefined]);
});

test.each([
  [[], false],
  [['Content-Length', '0'], false],
  [['Content-Length', '1'], true],
  [['Transfer-Encoding', 'chunked'], true],
])('[B1.6] %j announces a body: %s', (raw, expected) => {
  expect(announcesBody(raw)).toBe(expected);
});
