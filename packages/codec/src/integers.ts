import { Fault } from './fault.ts';
import { atMost } from './phrase.ts';
import { throwFault } from './throw-fault.ts';

/** Unsigned 64-bit integer as a canonical decimal string: no sign, no leading zero, 0..2^64-1. */
export type Uint64 = string;
/** Signed 64-bit integer as a canonical decimal string: no plus, no sign on zero, no leading zero, -2^63..2^63-1. */
export type Int64 = string;
/** Integer 0..2^53-1. */
export type SafeUint = number;

const MAX_UINT64 = '18446744073709551615';
const MAX_INT64 = '9223372036854775807';
const MIN_INT64_MAGNITUDE = '9223372036854775808';

/** Canonical decimals, their range not looked at. */
const UNSIGNED = /^(?:0|[1-9]\d*)$/;
const SIGNED = /^(?:0|-?[1-9]\d*)$/;

/** Canonical decimals compare by length, then digit by digit. */
function exceedsDecimal(digits: string, max: string): boolean {
  return digits.length > max.length || (digits.length === max.length && digits > max);
}

/** Whether the string is a `Uint64`. */
export function isUint64(text: string): boolean {
  return UNSIGNED.test(text) && !exceedsDecimal(text, MAX_UINT64);
}

/** Whether the string is an `Int64`. */
export function isInt64(text: string): boolean {
  return SIGNED.test(text) && isInt64Range(text);
}

function isInt64Range(text: string): boolean {
  return text.startsWith('-') ? !exceedsDecimal(text.slice(1), MIN_INT64_MAGNITUDE) : !exceedsDecimal(text, MAX_INT64);
}

/** The fault of a string that is no `Uint64`: `malformed-identity`, or `out-of-range` where only the range is wrong. */
export function uint64Fault(text: string): Fault | undefined {
  if (!UNSIGNED.test(text)) return new Fault('malformed-identity', 'an unsigned integer as a canonical decimal string', text);
  return exceedsDecimal(text, MAX_UINT64) ? new Fault('out-of-range', atMost(MAX_UINT64, ''), text) : undefined;
}

/** The fault of a string that is no `Int64`: `malformed-identity`, or `out-of-range` where only the range is wrong. */
export function int64Fault(text: string): Fault | undefined {
  if (!SIGNED.test(text)) return new Fault('malformed-identity', 'a signed integer as a canonical decimal string', text);
  return isInt64Range(text) ? undefined : new Fault('out-of-range', `-${MIN_INT64_MAGNITUDE} to ${MAX_INT64}`, text);
}

/** The integer of a `Uint64` string. Throws `DecodeError` (`malformed-identity`, `out-of-range`). C1.4. */
export function uint64FromString(text: Uint64): bigint {
  throwFault(uint64Fault(text));
  return BigInt(text);
}

/** The `Uint64` string of an integer in 0..2^64-1. Throws `DecodeError` (`out-of-range`). C1.4. */
export function uint64ToString(value: bigint): Uint64 {
  if (value < 0n || value > 0xffff_ffff_ffff_ffffn) throwFault(new Fault('out-of-range', `0 to ${MAX_UINT64}`, value));
  return String(value);
}

/** The integer of an `Int64` string. Throws `DecodeError` (`malformed-identity`, `out-of-range`). C1.4. */
export function int64FromString(text: Int64): bigint {
  throwFault(int64Fault(text));
  return BigInt(text);
}

/** The `Int64` string of an integer in -2^63..2^63-1. Throws `DecodeError` (`out-of-range`). C1.4. */
export function int64ToString(value: bigint): Int64 {
  throwFault(int64Fault(String(value)));
  return String(value);
}
