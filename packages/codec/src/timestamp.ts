import { Fault } from './fault.ts';
import { throwFault } from './throw-fault.ts';

/** RFC 3339 in UTC with exactly three fractional digits: `2026-01-31T12:00:00.000Z`, years 0000 to 9999. */
export type Timestamp = string;

const LENGTH = 24;
const SHAPE = 'dddd-dd-ddTdd:dd:dd.dddZ';
const DIGIT = 0x64;

/** Whether the string is a `Timestamp`: exact calendar (Gregorian leap years), no leap second. */
export function isTimestamp(text: string): boolean {
  if (text.length !== LENGTH) return false;
  for (let i = 0; i < LENGTH; i++) {
    const shape = SHAPE.charCodeAt(i);
    const unit = text.charCodeAt(i);
    if (shape === DIGIT ? unit < 0x30 || unit > 0x39 : unit !== shape) return false;
  }
  const month = two(text, 5);
  const day = two(text, 8);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(two(text, 0) * 100 + two(text, 2), month)) return false;
  return two(text, 11) < 24 && two(text, 14) < 60 && two(text, 17) < 60;
}

function two(text: string, at: number): number {
  return (text.charCodeAt(at) - 0x30) * 10 + text.charCodeAt(at + 1) - 0x30;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The fault of a string that is no `Timestamp`. */
export function timestampFault(text: string): Fault | undefined {
  return isTimestamp(text) ? undefined : new Fault('malformed-identity', 'an RFC 3339 timestamp in UTC with milliseconds', text);
}

/** The date of a timestamp. Throws `DecodeError` (`malformed-identity`). C1.4. */
export function timestampToDate(text: Timestamp): Date {
  throwFault(timestampFault(text));
  return new Date(text);
}

/** The timestamp of a date. Throws `DecodeError` (`out-of-range`) for an invalid date or a year beyond 0..9999. C1.4. */
export function dateToTimestamp(date: Date): Timestamp {
  const year = date.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) throwFault(new Fault('out-of-range', 'a date in the years 0 to 9999', date));
  return date.toISOString();
}
