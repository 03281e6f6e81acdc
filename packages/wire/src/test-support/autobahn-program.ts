import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bytesFromHex } from './fixture-bytes.ts';
import { encodeClientFrame } from '../testing.ts';

/** The derived Autobahn cases, read where they lie. */
export interface AutobahnCase {
  readonly id: string;
  readonly expects: string;
  readonly program: readonly AutobahnStep[];
  readonly accept: Readonly<Record<string, readonly AutobahnEvent[]>>;
  readonly close: { readonly initiatedByTester: boolean; readonly codes: readonly number[] };
}

interface AutobahnPayload {
  readonly hex?: string;
  readonly repeat?: string;
  readonly payloadLen?: number;
}

type AutobahnStep =
  | ({
      readonly op: 'frame';
      readonly opcode: number;
      readonly fin: boolean;
      readonly rsv: number;
      readonly chopOctets?: number;
    } & AutobahnPayload)
  | ({ readonly op: 'message'; readonly binary: boolean; readonly fragmentSize?: number } & AutobahnPayload)
  | { readonly op: 'frameChunks'; readonly opcode: number; readonly fin: boolean; readonly rsv: number; readonly chunks: readonly string[] }
  | { readonly op: 'close' | 'closeFrame'; readonly code?: number | null; readonly reasonHex?: string }
  | { readonly op: 'wait'; readonly tag?: string }
  | { readonly op: 'killAfter' | 'closeAfter' };

export interface AutobahnEvent {
  readonly event: 'message' | 'pong' | 'timeout';
  readonly binary?: boolean;
  readonly hex?: string;
  readonly length?: number;
  readonly tag?: string;
}

/** Long payloads are compared by digest: a difference of two 32 MB strings helps nobody. */
export function hexOrDigest(bytes: Uint8Array): string {
  return bytes.length > 4096 ? `sha256 ${createHash('sha256').update(bytes).digest('hex')}` : Buffer.from(bytes).toString('hex');
}

/** What the tester does: bytes to send, or a moment at which it looks whether the connection still stands. */
export type TesterStep = { readonly bytes: Uint8Array } | { readonly wait: string };

export function readAutobahnCases(): readonly AutobahnCase[] | undefined {
  const data = process.env['TIDEMARK_DATA'] ?? fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
  const file = `${data}/websocket-autobahn-cases.json`;
  if (!existsSync(file)) {
    if (process.env['REQUIRE_ALL'] === '1')
      throw new Error('websocket-autobahn-cases.json is absent: set TIDEMARK_DATA to the folder that holds it');
    return undefined;
  }
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { readonly cases: readonly AutobahnCase[] };
  return cases.map((each) => (/^6\.2\.[123]$/.test(each.id) ? inUtf8(each) : each));
}

/** The stored bytes of 6.2.1-6.2.3 are Latin-1, which the suite's own text (valid UTF-8) was meant to be; as stored they are rightly refused with 1007. */
function inUtf8(each: AutobahnCase): AutobahnCase {
  const text = JSON.stringify(each, (key, value: unknown) =>
    key === 'hex' && typeof value === 'string' ? Buffer.from(Buffer.from(value, 'hex').toString('latin1')).toString('hex') : value,
  );
  return JSON.parse(text) as AutobahnCase;
}

export function payloadOf({ hex, repeat, payloadLen = 0 }: AutobahnPayload): Uint8Array {
  if (repeat === undefined) return bytesFromHex(hex ?? '');
  const unit = bytesFromHex(repeat);
  const payload = new Uint8Array(payloadLen);
  for (let i = 0; i < payloadLen; i += 1) payload[i] = unit[i % unit.length] ?? 0;
  return payload;
}

export function isBinary(step: AutobahnStep): boolean {
  return (step.op === 'frame' && step.opcode === 2 && step.rsv === 0) || (step.op === 'message' && step.binary);
}

export function testerSteps({ id, program }: AutobahnCase): TesterStep[] {
  let waits = 0;
  return program.flatMap((step): TesterStep[] => {
    switch (step.op) {
      case 'frame':
        return [{ bytes: encodeClientFrame({ ...step, payload: payloadOf(step) }) }];
      case 'message':
        // 10.1.1 fragments by an option of the tester, which its program does not show.
        return fragments(payloadOf(step), step.binary ? 2 : 1, step.fragmentSize ?? (id === '10.1.1' ? 1300 : 0));
      case 'frameChunks': {
        const whole = step.chunks.filter((chunk) => !chunk.startsWith('wait')).join('');
        const frame = encodeClientFrame({ ...step, payload: bytesFromHex(whole) });
        let at = frame.length - whole.length / 2;
        return [
          { bytes: frame.slice(0, at) },
          ...step.chunks.map((chunk): TesterStep => {
            if (chunk.startsWith('wait')) return { wait: 'AB'[waits++] ?? '' };
            at += chunk.length / 2;
            return { bytes: frame.slice(at - chunk.length / 2, at) };
          }),
        ];
      }
      case 'close':
      case 'closeFrame': {
        const code = step.code ?? undefined;
        const head = code === undefined ? [] : [code >> 8, code & 0xff];
        return [{ bytes: encodeClientFrame({ opcode: 8, payload: Uint8Array.from([...head, ...bytesFromHex(step.reasonHex ?? '')]) }) }];
      }
      case 'wait':
        return step.tag === undefined ? [] : [{ wait: step.tag }];
      default:
        return [];
    }
  });
}

function fragments(payload: Uint8Array, opcode: number, size: number): TesterStep[] {
  if (size === 0) return [{ bytes: encodeClientFrame({ opcode, payload }) }];
  const steps: TesterStep[] = [];
  for (let at = 0; at < payload.length; at += size) {
    const fin = at + size >= payload.length;
    steps.push({ bytes: encodeClientFrame({ opcode: at === 0 ? opcode : 0, fin, payload: payload.subarray(at, at + size) }) });
  }
  return steps;
}
