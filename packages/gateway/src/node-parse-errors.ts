import type { Socket } from 'node:net';
import { pipelineOf, whenAnswered } from './node-pipeline.ts';
import { protocolAnswer, type ProtocolFault } from './protocol-answers.ts';
import { encodeRawAnswer } from './raw-answer.ts';

/** What `node:http` says of bytes that it cannot read as a request. */
export interface ParseError extends Error {
  readonly code?: string;
  /** The bytes that it was reading: from the start of the connection only while nothing came before them. */
  readonly rawPacket?: Uint8Array;
  /** How many of them it had read. */
  readonly bytesParsed?: number;
}

const failed = new WeakSet<Socket>();

/**
 * Bytes that are no request, or a request that came too slowly: the same closed body as everywhere, in its turn behind the answers that are
 * under way, and the connection ends. Nothing is said into an answer whose head is out.
 */
export function answerUnparsed(error: ParseError, socket: Socket): void {
  if (failed.has(socket)) return;
  failed.add(socket);
  const { holder, last } = pipelineOf(socket);
  // A request whose body is broken has an answer under way already, which will not come: this one takes its place.
  const broken = last !== null && !last.request.complete;
  if (error.code === 'ECONNRESET' || !socket.writable || holder !== null) {
    socket.destroy();
    return;
  }
  if (broken && last.response.headersSent) {
    socket.destroySoon();
    return;
  }
  const answer = encodeRawAnswer(protocolAnswer(faultOf(error, socket)));
  whenAnswered(socket, broken ? 1 : 0, () => {
    if (socket.writable) socket.end(answer, () => socket.destroy());
  });
}

const FAULTS: Readonly<Record<string, ProtocolFault>> = {
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'chunkTooLarge',
  HPE_INVALID_VERSION: 'version',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

const LINE_FEED = 0x0a;

function faultOf({ code = '', rawPacket = NO_BYTES, bytesParsed = 0 }: ParseError, socket: Socket): ProtocolFault {
  const read = rawPacket.subarray(0, bytesParsed);
  if (code === 'HPE_HEADER_OVERFLOW') {
    // Which line is too long can be told while the first packet of the connection is being read.
    const first = rawPacket.length > 0 && socket.bytesRead === rawPacket.length;
    return first && !read.includes(LINE_FEED) ? 'targetTooLong' : 'headTooLarge';
  }
  if (code === 'HPE_INVALID_METHOD') {
    const start = read.lastIndexOf(LINE_FEED) + 1;
    return METHOD_LINE.test(Buffer.from(rawPacket.subarray(start, start + 1_024)).toString('latin1')) ? 'method' : 'malformed';
  }
  return FAULTS[code] ?? 'malformed';
}

const NO_BYTES = new Uint8Array(0);

/** A request line that is one but for its method: a token (RFC 9110 section 5.6.2), then a target. */
const METHOD_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ [\x21-\x7e]/;
