/**
 * An exact regular expression for canonical decimals `from`..`max`: no sign, no leading zero, no look-around
 * (so that engines without it, RE2 for one, read it too). `max` has at least two digits.
 * JSON Schema compares no decimal strings, so the range of `Uint64` and `Int64` has to be in the pattern
 * for stock validators to agree with the decoder.
 */
export function decimalRangePattern(max: string, from: 0 | 1 = 0): string {
  const alternatives = from === 0 ? ['0'] : [];
  alternatives.push(`[1-9][0-9]{0,${max.length - 2}}`);
  for (let i = 0; i < max.length; i++) {
    const highest = Number(max[i]) - 1;
    const lowest = i === 0 ? 1 : 0;
    if (highest >= lowest) alternatives.push(`${max.slice(0, i)}${digitClass(lowest, highest)}${digits(max.length - i - 1)}`);
  }
  alternatives.push(max);
  return `(?:${alternatives.join('|')})`;
}

function digitClass(from: number, to: number): string {
  return from === to ? String(from) : `[${from}-${to}]`;
}

function digits(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '[0-9]' : `[0-9]{${count}}`;
}
