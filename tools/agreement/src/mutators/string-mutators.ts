import type { StringNode } from '@tidemark/model';
import { RawText } from '../json-text.ts';
import { forKind, type Mutator, often } from './mutator.ts';

/** One, two, three and four bytes in UTF-8. */
const CHARACTERS = ['x', 'é', '€', '\u{1F600}'] as const;

/** One less, exactly and one more than each bound in code points, in characters of every width. */
const codePointBounds = forKind('string', 'length-in-code-points', ({ minLength, maxLength, maxBytes }) => {
  const bounds = [minLength, maxLength, maxBytes].filter((bound): bound is number => bound !== undefined && bound <= 5000);
  const lengths = bounds.flatMap((bound) => [bound - 1, bound, bound + 1]).filter((length) => length >= 0);
  return [...new Set(lengths.flatMap((length) => CHARACTERS.map((character) => character.repeat(length))))];
});

/** Exactly and one more than the bound in bytes, and a length in UTF-16 units that only looks too long. */
const byteBounds = forKind('string', 'length-in-bytes', ({ maxBytes }) => {
  if (maxBytes === undefined) return [];
  return CHARACTERS.flatMap((character) => {
    const width = Buffer.byteLength(character);
    const whole = character.repeat(Math.floor(maxBytes / width));
    const rest = 'x'.repeat(maxBytes - Buffer.byteLength(whole));
    return [whole + rest, `${whole}${rest}x`, whole + character];
  });
});

const astral = forKind('string', 'astral', (_, value) => [`${String(value)}\u{1F600}`, `\u{10FFFF}${String(value)}`, '\u{1F600}']);

const lonely = ['\uD800', '\uDFFF', '\uDE00\uD83D', 'x\uDBFF', '\uDC00x'] as const;

/** Escaped, as `JSON.stringify` writes it, and as it is: a string can hold it, bytes cannot. */
const loneSurrogate = forKind('string', 'lone-surrogate', (_, value) =>
  lonely.flatMap((half) => [half, half + String(value).slice(1), new RawText(`"${half}"`)]),
);

const control = forKind('string', 'control-and-space', (_, value) =>
  ['\n', '\u0000', ' ', '\u2028', '\uFEFF'].flatMap((character) => [`${String(value)}${character}`, `${character}${String(value)}`]),
);

const edits = forKind('string', 'one-character', (_, value, random) => {
  const characters = Array.from(String(value));
  const at = random.below(characters.length + 1);
  return [
    characters.toSpliced(at, 1).join(''),
    characters.toSpliced(at, 0, 'q').join(''),
    characters.toSpliced(at, 1, '!').join(''),
    swappedCase(String(value)),
    '',
  ];
});

/** ASCII only: which other letters have a case depends on the run time's version of Unicode. */
function swappedCase(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}

const escapes = forKind('string', 'escaped-text', (_, value) => {
  const text = JSON.stringify(value).slice(1, -1);
  return [new RawText(`"\\u0078${text}"`), new RawText(`"${text}\\/"`), new RawText(`"\\ud83d\\ude00${text}"`)];
});

const DIGITS = ['', '01', '00', '-0', '+1', '-1', '1.0', '1e3', ' 1', '1 ', '0x1', '\u0661', '1_000', '١', 'NaN'] as const;

const integers = scalar(['Uint64', 'Int64'], 'decimal-scalar', () => [
  ...DIGITS,
  '18446744073709551615',
  '18446744073709551616',
  '18446744073709551620',
  '99999999999999999999',
  '100000000000000000000',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
  '-9223372036854775809',
  '-01',
]);

const base64Url = scalar(['Base64Url'], 'base64url-scalar', ({ decodedBytes }) => {
  const size = decodedBytes?.exact ?? decodedBytes?.max ?? 0;
  const full = Buffer.alloc(size, 0xff).toString('base64url');
  const over = Buffer.alloc(size + 1, 0xff).toString('base64url');
  return ['A', 'AB', 'AAB', 'AA', 'AAE', 'AAAAA', 'AA==', 'AA+A', 'AA/A', 'AA A', 'AAAA\n', 'ÀÀÀÀ', '_-__', full, over, full.slice(1)];
});

const sha256 = scalar(['Sha256'], 'sha256-scalar', () => {
  const hex = 'a1'.repeat(32);
  return [
    `sha256:${hex}`,
    hex,
    `sha256:${hex.toUpperCase()}`,
    `SHA256:${hex}`,
    `sha256:${hex}0`,
    `sha256:${hex.slice(1)}`,
    `sha256:${hex.slice(1)}g`,
    `sha256:${hex}\n`,
  ];
});

const timestamps = scalar(['Timestamp'], 'timestamp-scalar', () => [
  ...['2024-02-29', '2023-02-29', '2000-02-29', '1900-02-29', '2100-02-29', '2024-02-30', '2023-04-31', '2023-12-32'].map(
    (date) => `${date}T00:00:00.000Z`,
  ),
  ...['2023-00-10', '2023-13-10', '2023-01-00', '0000-02-29', '9999-12-31'].map((date) => `${date}T00:00:00.000Z`),
  ...['24:00:00.000Z', '23:60:00.000Z', '23:59:60.000Z', '00:00:00.00Z', '00:00:00.0000Z', '00:00:00Z'].map((time) => `2023-01-01T${time}`),
  ...['00:00:00.000z', '00:00:00.000+00:00', '00:00:00.000-00', '00:00:00,000Z', '00:00:00.000'].map((time) => `2023-01-01T${time}`),
  '2023-01-01t00:00:00.000Z',
  '2023-01-01 00:00:00.000Z',
  '23-01-01T00:00:00.000Z',
  '２023-01-01T00:00:00.000Z',
  '+02023-01-01T00:00:00.000Z',
]);

function scalar(names: readonly string[], name: string, variants: (node: StringNode) => readonly string[]): Mutator {
  return forKind('string', name, (node) => (node.scalar !== undefined && names.includes(node.scalar) ? variants(node) : []));
}

export const stringMutators: readonly Mutator[] = [
  often(codePointBounds, 4),
  byteBounds,
  astral,
  loneSurrogate,
  control,
  edits,
  escapes,
  integers,
  base64Url,
  sha256,
  timestamps,
];
