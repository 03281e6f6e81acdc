import { Fault } from './fault.ts';
import { throwFault } from './throw-fault.ts';

/** RFC 3339 in UTC with exactly three fractional digits: `2026-01-31T12:00:00.000Z`, years 0000 to 9999. */
export type Timestamp = string;

/** Months with the days that they have in a leap year. */
const FORM =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)|(?:0[13-9]|1[0-2])-30|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Whether the string is a `Timestamp`: exact calendar (Gregorian leap years), no leap second. */
export function isTimestamp(text: string): boolean {
  // A `Date` makes 1 March of a 29 February that its year does not have.
  return FORM.test(text) && (!text.startsWith('02-29', 5) || new Date(text).getUTCDate() === 29);
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
