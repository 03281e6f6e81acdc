import { headerValues, HttpFault, type ResponseHead } from './response-head.ts';

/** Takes the bytes behind a head and gives the content (RFC 9112 section 6). */
export interface BodyDecoder {
  /** @throws HttpFault when the framing is broken */
  push(bytes: Uint8Array): { readonly content: Uint8Array; readonly complete: boolean };
  /** Whether the connection may end here. */
  mayEnd(): boolean;
  /** How many of the next bytes are content for certain, so that they can be pushed at once. */
  sureContent(): number;
}

export function createBodyDecoder(head: ResponseHead): BodyDecoder {
  if (head.status === 204 || head.status === 304) return fixedLength(0);
  const coding = headerValues(head, 'transfer-encoding');
  const lengths = headerValues(head, 'content-length');
  if (coding.length > 0) {
    if (coding.join(',').trim().toLowerCase() !== 'chunked') throw new HttpFault(`the transfer coding ${coding.join(', ')} is not chunked`);
    if (lengths.length > 0) throw new HttpFault('both Transfer-Encoding and Content-Length are present (RFC 9112 section 6.2)');
    return new ChunkedDecoder();
  }
  if (lengths.length === 0) {
    return { push: (content) => ({ content, complete: false }), mayEnd: () => true, sureContent: () => Number.POSITIVE_INFINITY };
  }
  const [length = ''] = lengths;
  if (lengths.length > 1 || !/^[0-9]{1,15}$/.test(length)) throw new HttpFault('Content-Length is not one decimal number');
  return fixedLength(Number(length));
}

function fixedLength(length: number): BodyDecoder {
  let left = length;
  return {
    push(bytes) {
      if (bytes.length > left) throw new HttpFault('there are bytes behind the content');
      left -= bytes.length;
      return { content: bytes, complete: left === 0 };
    },
    mayEnd: () => left === 0,
    sureContent: () => left,
  };
}

const MAX_LINE_BYTES = 1_024;
const SIZE_LINE = /^([0-9A-Fa-f]{1,8})[ \t]*(?:;.*)?$/;

class ChunkedDecoder implements BodyDecoder {
  #line = '';
  #left = 0;
  #state: 'size' | 'data' | 'data-end' | 'trailer' | 'done' = 'size';

  mayEnd(): boolean {
    return this.#state === 'done';
  }

  sureContent(): number {
    return this.#state === 'data' ? this.#left : 0;
  }

  push(bytes: Uint8Array): { content: Uint8Array; complete: boolean } {
    const parts: Uint8Array[] = [];
    for (let at = 0; at < bytes.length;) {
      if (this.#state === 'done') throw new HttpFault('there are bytes behind the last chunk');
      if (this.#state === 'data') {
        const part = bytes.subarray(at, at + this.#left);
        parts.push(part);
        at += part.length;
        this.#left -= part.length;
        if (this.#left === 0) this.#state = 'data-end';
      } else {
        this.#lineByte(String.fromCharCode(bytes[at] ?? 0));
        at += 1;
      }
    }
    return { content: Buffer.concat(parts), complete: this.#state === 'done' };
  }

  #lineByte(character: string): void {
    this.#line += character;
    if (this.#line.length > MAX_LINE_BYTES) throw new HttpFault('a line of the chunked coding is too long');
    if (!this.#line.endsWith('\r\n')) return;
    const line = this.#line.slice(0, -2);
    this.#line = '';
    if (this.#state === 'size') this.#size(line);
    else if (this.#state === 'data-end') this.#dataEnd(line);
    else if (line === '') this.#state = 'done';
  }

  #size(line: string): void {
    const size = SIZE_LINE.exec(line)?.[1];
    if (size === undefined) throw new HttpFault(`${JSON.stringify(line)} is no chunk size`);
    this.#left = Number.parseInt(size, 16);
    this.#state = this.#left === 0 ? 'trailer' : 'data';
  }

  #dataEnd(line: string): void {
    if (line !== '') throw new HttpFault('a chunk is longer than its size says');
    this.#state = 'size';
  }
}
