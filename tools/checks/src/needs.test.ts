import { describe, expect, test } from 'vitest';
import { chromium, lacks, repetitions, seed, sharedData } from '../../vitest/needs.ts';

const absent = { name: 'A thing', path: undefined, fix: 'get one' };

describe('what a machine may lack', () => {
  test('[P1.4] a present thing never skips', () => {
    expect(lacks({ ...absent, path: '/somewhere' }, { REQUIRE_ALL: '1' })).toBe(false);
  });

  test('[P1.4] an absent thing skips, and fails where REQUIRE_ALL is set', () => {
    expect(lacks(absent, {})).toBe(true);
    expect(() => lacks(absent, { REQUIRE_ALL: '1' })).toThrow(/^REQUIRE_ALL=1, but A thing is absent: get one$/);
  });

  test.each([
    { what: 'Chromium', find: () => chromium({ CHROMIUM: process.execPath }).path, path: process.execPath },
    { what: 'no Chromium', find: () => chromium({ CHROMIUM: `${process.execPath}-absent` }).path, path: undefined },
    { what: 'data', find: () => sharedData('needs.ts', { TIDEMARK_DATA: 'tools/vitest' }).path, path: 'tools/vitest/needs.ts' },
    { what: 'no data', find: () => sharedData('absent.json', { TIDEMARK_DATA: 'tools/vitest' }).path, path: undefined },
  ])('[P1.4] the environment says where $what is', ({ find, path }) => {
    expect(find()).toBe(path);
  });

  test('long runs have a short form, and a seed that can be repeated', () => {
    expect([repetitions(10, 1000, {}), repetitions(10, 1000, { SOAK: '1' })]).toEqual([10, 1000]);
    expect([seed({ SEED: '7' }), seed({ SEED: 'x' }), seed({})]).toEqual([7, 20_261_130, 20_261_130]);
  });
});
