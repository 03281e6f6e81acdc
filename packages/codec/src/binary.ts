import { base64UrlToBytes, bytesToBase64Url } from './base64url.ts';
import { DecodeError, withStack } from './decode-error.ts';
import { type Measure, parsedFault } from './decoder.ts';
import { Fault, notMissing, prefix } from './fault.ts';
import { levelBound } from './input.ts';
import type { JsonObject } from './objects.ts';
import { atMost, constants, exactly, inRange } from './phrase.ts';
import { pointerToken } from './pointer.ts';
import { throwFault } from './throw-fault.ts';
import { bytesToSha256, sha256ToBytes } from './sha256.ts';

/** A fixed layout: fields in order, little-endian, without padding (R4.6). */
export interface BinaryLayout {
  readonly size: number;
  readonly fields: readonly BinaryField[];
}

/** One field of a fixed layout, and its JSON form. */
export type BinaryField =
  | { readonly name: string; readonly offset: number; readonly type: 'u8' | 'u32'; readonly values?: readonly number[] }
  | { readonly name: string; readonly offset: number; readonly type: 'u64'; readonly json: 'safe-uint' | 'uint64' }
  | {
      readonly name: string;
      readonly offset: number;
      readonly type: 'bytes';
      readonly size: number;
      readonly text: 'base64url' | 'sha256';
    };

/**
 * The binary form of a struct. Throws `DecodeError` with the path of the field for a value that the struct's own rules refuse or that its field
 * cannot hold.
 */
export function encodeBinary<T>(measure: Measure<T>, layout: BinaryLayout, value: T): Uint8Array {
  refuseAtRoot(parsedFault(measure, value, levelBound(undefined)));
  const bytes = new Uint8Array(layout.size);
  const view = new DataView(bytes.buffer);
  for (const field of layout.fields) refuseField(field, writeField(view, field, (value as JsonObject)[field.name]));
  return bytes;
}

/**
 * The struct of a binary form. Throws `DecodeError`: `too-few-bytes` or `too-many-bytes` for a wrong length, else with the path of
 * the field whose bytes name no accepted value.
 */
export function decodeBinary<T>(measure: Measure<T>, layout: BinaryLayout, bytes: Uint8Array): T {
  if (bytes.byteLength !== layout.size) {
    throwFault(new Fault(bytes.byteLength < layout.size ? 'too-few-bytes' : 'too-many-bytes', exactly(layout.size, 'bytes'), undefined));
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const value: Record<string, unknown> = {};
  for (const field of layout.fields) {
    const read = readField(view, field);
    if (read instanceof Fault) throw withStack(new DecodeError(prefix(pointerToken(field.name), read)));
    value[field.name] = read;
  }
  refuseAtRoot(parsedFault(measure, value, levelBound(undefined)));
  return value as T;
}

function refuseAtRoot(fault: Fault | undefined): void {
  throwFault(fault && notMissing(fault));
}

function refuseField(field: BinaryField, fault: Fault | undefined): void {
  throwFault(fault && prefix(pointerToken(field.name), fault));
}

function writeField(view: DataView, field: BinaryField, value: unknown): Fault | undefined {
  if (field.type === 'u64') {
    view.setBigUint64(field.offset, BigInt(value as number | string), true);
  } else if (field.type === 'bytes') {
    const bytes = field.text === 'sha256' ? sha256ToBytes(value as string) : base64UrlToBytes(value as string);
    if (bytes.length !== field.size) return new Fault('malformed-identity', exactly(field.size, 'bytes'), value);
    new Uint8Array(view.buffer, view.byteOffset).set(bytes, field.offset);
  } else {
    const fault = integerFault(field, value as number);
    if (fault !== undefined) return fault;
    if (field.type === 'u32') view.setUint32(field.offset, value as number, true);
    else view.setUint8(field.offset, value as number);
  }
  return undefined;
}

function readField(view: DataView, field: BinaryField): unknown {
  if (field.type === 'bytes') {
    const bytes = new Uint8Array(view.buffer, view.byteOffset + field.offset, field.size);
    return field.text === 'sha256' ? bytesToSha256(bytes) : bytesToBase64Url(bytes);
  }
  if (field.type === 'u64') {
    const value = view.getBigUint64(field.offset, true);
    if (field.json === 'uint64') return String(value);
    return value > Number.MAX_SAFE_INTEGER ? new Fault('out-of-range', atMost(Number.MAX_SAFE_INTEGER, ''), value) : Number(value);
  }
  const value = field.type === 'u32' ? view.getUint32(field.offset, true) : view.getUint8(field.offset);
  return integerFault(field, value) ?? value;
}

function integerFault(field: { readonly type: 'u8' | 'u32'; readonly values?: readonly number[] }, value: number): Fault | undefined {
  const max = field.type === 'u32' ? 0xffff_ffff : 0xff;
  if (!(Number.isInteger(value) && value >= 0 && value <= max)) return new Fault('out-of-range', inRange('an integer', 0, max), value);
  if (field.values === undefined || field.values.includes(value)) return undefined;
  return new Fault('unknown-value', constants(field.values), value);
}
