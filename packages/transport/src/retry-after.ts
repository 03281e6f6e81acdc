/** IMF-fixdate in outline: what else `Date.parse` reads, a bare number for example, is no date here. */
const imfFixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;

/**
 * `Retry-After` (RFC 9110 section 10.2.3) in milliseconds from `nowMs`; undefined when absent or malformed.
 * Ten digits are the most that is read: more seconds than anybody waits, and still exact.
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1_000;
  if (!imfFixdate.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
