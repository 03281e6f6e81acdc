import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBodyDecoder } from './body-decoder.ts';
import { headerValues, HttpFault, mediaType, parseResponseHead } from './response-head.ts';

function head(...fields: string[]) {
  return parseResponseHead(Buffer.from(['HTTP/1.1 200 OK', ...fields, '', ''].join('\r\n')));
}

function decode(chunks: readonly Uint8Array[], ...fields: string[]): object {
  const decoder = createBodyDecoder(head(...fields));
  const parts: Uint8Array[] = [];
  let complete = false;
  try {
    for (const chunk of chunks) {
      const step = decoder.push(chunk);
      parts.push(step.content);
      complete = step.complete;
    }
  } catch (error) {
    return { fault: error instanceof HttpFault ? error.message : String(error) };
  }
  return { content: Buffer.concat(parts).toString(), complete, mayEnd: decoder.mayEnd() };
}

const CHUNKED = 'Transfer-Encoding: chunked';

test.each([
  ['chunks', '3\r\nabc\r\n0A\r\n0123456789\r\n0\r\n\r\n', CHUNKED, { content: 'abc0123456789', complete: true, mayEnd: true }],
  ['extensions and trailers', '1;x=y\r\na\r\n0\r\nX: y\r\n\r\n', CHUNKED, { content: 'a', complete: true, mayEnd: true }],
  ['an open stream', '2\r\nab\r\n', CHUNKED, { content: 'ab', complete: false, mayEnd: false }],
  ['a size that is none', 'g\r\n', CHUNKED, { fault: '"g" is no chunk size' }],
  ['a chunk without its end', '1\r\nabc\r\n', CHUNKED, { fault: 'a chunk is longer than its size says' }],
  ['bytes behind the last chunk', '0\r\n\r\nx', CHUNKED, { fault: 'there are bytes behind the last chunk' }],
  ['a length', 'abc', 'Content-Length: 3', { content: 'abc', complete: true, mayEnd: true }],
  ['a short body', 'ab', 'Content-Length: 3', { content: 'ab', complete: false, mayEnd: false }],
  ['a long body', 'abcd', 'Content-Length: 3', { fault: 'there are bytes behind the content' }],
  ['no framing', 'abc', 'X: y', { content: 'abc', complete: false, mayEnd: true }],
])('[K3, K5] %s', (_name, text, field, expected) => {
  expect(decode([Buffer.from(text)], field)).toEqual(expected);
});

test('[K5] chunked content reads the same in any chunking', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 20 })), fc.integer({ min: 1, max: 9 }), (parts, size) => {
      const coded = parts.map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`).join('') + '0\r\n\r\n';
      const bytes = Buffer.from(coded);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
      expect(decode(chunks, CHUNKED)).toEqual({ content: parts.join(''), complete: true, mayEnd: true });
    }),
  );
});

test.each([
  [['Transfer-Encoding: gzip, chunked'], 'the transfer coding gzip, chunked is not chunked'],
  [[CHUNKED, 'Content-Length: 1'], 'both Transfer-Encoding and Content-Length are present (RFC 9112 section 6.2)'],
  [['Content-Length: 1', 'Content-Length: 1'], 'Content-Length is not one decimal number'],
  [['Content-Length: 0x1'], 'Content-Length is not one decimal number'],
])('[K5] ambiguous framing is refused: %j', (fields, message) => {
  expect(() => createBodyDecoder(head(...fields))).toThrow(message);
});

test('[K5] a head keeps order, case and duplicates, and its bytes', () => {
  const bytes = Buffer.from('HTTP/1.1 409 Conflict\r\nB:  1 \r\na: 2\r\nb: 3\r\nContent-Type: Application/JSON; charset=utf-8\r\n\r\n');
  const parsed = parseResponseHead(bytes);
  expect(parsed.headers.slice(0, 3)).toEqual([
    { name: 'B', value: '1' },
    { name: 'a', value: '2' },
    { name: 'b', value: '3' },
  ]);
  expect([parsed.status, parsed.reason, headerValues(parsed, 'b'), mediaType(parsed), parsed.bytes]).toEqual([
    409,
    'Conflict',
    ['1', '3'],
    'application/json',
    bytes,
  ]);
});

test.each([
  [': hello\n\n', 'the response does not start with a status line but with ": hello\\n\\n"'],
  ['HTTP/1.1 20 x\r\n\r\n', 'the response does not start with a status line but with "HTTP/1.1 20 x"'],
  ['HTTP/1.1 200 OK\r\nno colon\r\n\r\n', '"no colon" is no header field'],
])('[K5] %j is no head', (text, message) => {
  expect(() => parseResponseHead(Buffer.from(text))).toThrow(message);
});
