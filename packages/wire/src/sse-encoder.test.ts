import { describe, expect, test } from 'vitest';
import { wireError } from './errors.ts';
import { encodeSseComment, encodeSseEvent, encodeSseRetry } from './sse-encoder.ts';

const decoder = new TextDecoder();

describe('blocks', () => {
  test.each([
    [{ data: '{"a":1}' }, 'data: {"a":1}\n\n'],
    [{ event: 'tick', id: 'é', data: '' }, 'event: tick\nid: é\ndata: \n\n'],
    [{ id: '', data: 'a' }, 'id: \ndata: a\n\n'],
    [{ data: 'a\nb\n' }, 'data: a\ndata: b\ndata: \n\n'],
    [{ event: ' x', data: ' a' }, 'event:  x\ndata:  a\n\n'],
  ])('[B1.1] %j', (block, expected) => {
    expect(decoder.decode(encodeSseEvent(block))).toBe(expected);
  });

  test('[B1.2] comments carry nothing but their text', () => {
    expect(decoder.decode(encodeSseComment())).toBe(':\n\n');
    expect(decoder.decode(encodeSseComment('open'))).toBe(': open\n\n');
  });

  test('[B1.1] retry', () => {
    expect(decoder.decode(encodeSseRetry(0))).toBe('retry: 0\n\n');
    expect(decoder.decode(encodeSseRetry(2500))).toBe('retry: 2500\n\n');
  });
});

describe('refusals', () => {
  const injections = ['a\ndata: evil', 'a\rdata: evil', 'a\r\n\r\ndata: evil', '\0', '\n'];
  test.each(injections)('[B1.1] %j in an event name or id', (text) => {
    expect(() => encodeSseEvent({ event: text, data: '' })).toThrow(wireError('sse-line-break-in-field', 'event'));
    expect(() => encodeSseEvent({ id: text, data: '' })).toThrow(wireError('sse-line-break-in-field', 'id'));
    expect(() => encodeSseComment(text)).toThrow(wireError('sse-line-break-in-field', 'comment'));
  });
  test.each([
    [() => encodeSseEvent({ data: 'a\rb' }), 'sse-line-break-in-field', 'data'],
    [() => encodeSseEvent({ event: '', data: 'a' }), 'sse-empty-event-name', 'event'],
    [() => encodeSseEvent({ data: '\ud800' }), 'lone-surrogate', 'data'],
    [() => encodeSseEvent({ id: '\udc00', data: '' }), 'lone-surrogate', 'id'],
    [() => encodeSseEvent({ event: 'a\ud83d', data: '' }), 'lone-surrogate', 'event'],
    [() => encodeSseRetry(-1), 'sse-invalid-retry', 'retry'],
    [() => encodeSseRetry(1.5), 'sse-invalid-retry', 'retry'],
    [() => encodeSseRetry(Number.NaN), 'sse-invalid-retry', 'retry'],
  ] as const)('[B1.1] %s is %s', (encode, code, what) => {
    expect(encode).toThrow(wireError(code, what));
  });
  test('[B1.1] the message says what, why and fix, and quotes no value', () => {
    expect(() => encodeSseEvent({ id: 'secret\n', data: '' })).toThrow(
      'sse-line-break-in-field: id: CR, LF or NUL in an event name or id, or CR in data, would change the block for its reader; ' +
        'encode the value (JSON, base64url) before it becomes an event name, id or data',
    );
  });
});
