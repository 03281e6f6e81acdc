import { expect, test } from 'vitest';
import { alike } from './legs.ts';

function form(text: string): string {
  return text.replaceAll(/[0-9]/g, '0').replaceAll(/[a-z]/g, 'a').replaceAll(/[A-Z]/g, 'A');
}

const HEX = '0123456789abcdef0123456789abcdef';

test.each([['evt_5fGq0Yx3TzKb9aBc'], ['0e8dd6d1-4f9d-4f2b-a5f0-7a1d2c3b4e5f'], ['17'], ['a']])(
  '[K3, H2.4] an id that is made up looks like %s, and has chance enough to be nobody’s',
  (sample) => {
    const made = alike(sample, HEX);
    const wanted = sample.length < 16 ? sample.repeat(16).slice(0, made.length) : sample;
    expect(form(made)).toBe(form(wanted));
    expect(made.length).toBeGreaterThanOrEqual(16);
    expect(made).not.toBe(sample);
    expect(alike(sample, HEX.split('').toReversed().join(''))).not.toBe(made);
  },
);
