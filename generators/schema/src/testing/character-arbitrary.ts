import * as fc from 'fast-check';

/**
 * One character at an edge: of each width in UTF-8, the ends of each range, what JSON escapes, what JavaScript takes for a line end.
 * fast-check's own `binary` unit covers all of Unicode, and spends seconds on a table of it.
 */
export const arbitraryCharacter: fc.Arbitrary<string> = fc.constantFrom(
  ...Array.from('azA09 -_."\\/\n\r\t\u0000\u001F\u007F\u0080éß\u07FF\u0800€中\u2028\u2029\uD7FF\uE000\uFEFF\uFFFD\uFFFF'),
  ...Array.from('\u{10000}\u{1F600}\u{1F468}\u{10FFFF}'),
);
