/**
 * Whether `value` is a whole multiple of `step` as the decimals that both print as, so that 0.0075 is a multiple of
 * 0.0001. Exact for every pair of finite doubles; `step` is above 0.
 */
export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const [digits, exponent] = decimal(value);
  const [stepDigits, stepExponent] = decimal(step);
  const common = Math.min(exponent, stepExponent);
  return (digits * 10n ** BigInt(exponent - common)) % (stepDigits * 10n ** BigInt(stepExponent - common)) === 0n;
}

/** A double as digits times a power of ten: at most 17 digits and an exponent within 324 either way. */
function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
