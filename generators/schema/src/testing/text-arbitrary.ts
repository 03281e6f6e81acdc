import type { StringNode } from '@tidemark/model';
import * as fc from 'fast-check';
import { arbitraryCharacter } from './character-arbitrary.ts';
import { samplePatterns } from './node-arbitrary.ts';

/** Longest string that is made where a bound allows more. */
const LONGEST = 200;

/** Strings that a node accepts: well-formed, of every plane, its bounds in code points and bytes met exactly at times. */
export function arbitraryText(node: StringNode): fc.Arbitrary<string> {
  const edges = scalarEdges(node).filter((text) => fits(node, text));
  const kinds = [...(edges.length === 0 ? [] : [fc.constantFrom(...edges)]), ...generalTexts(node)];
  return fc.oneof(...kinds).filter((text) => fits(node, text));
}

function generalTexts(node: StringNode): fc.Arbitrary<string>[] {
  const { pattern, minLength = 0 } = node;
  if (pattern !== undefined) {
    const known = samplePatterns.get(pattern);
    return [known === undefined ? fc.stringMatching(new RegExp(pattern, 'u')) : fc.constantFrom(...known)];
  }
  const longest = Math.min(node.maxLength ?? LONGEST, node.maxBytes ?? LONGEST, LONGEST);
  const some = fc
    .string({ unit: arbitraryCharacter, minLength, maxLength: Math.max(minLength, Math.min(longest, 12)) })
    .map((text) => withinBytes(text, node.maxBytes));
  const full = fc
    .constantFrom('x', 'é', '\u{1F600}')
    .map((character) => withinBytes(character.repeat(longest), node.maxBytes))
    .filter((text) => node.maxLength === undefined || codePoints(text) <= node.maxLength);
  return [some, some, full];
}

/** The longest beginning of whole characters within a bound in UTF-8 bytes. */
function withinBytes(text: string, maxBytes = Infinity): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function scalarEdges({ scalar, decodedBytes }: StringNode): readonly string[] {
  switch (scalar) {
    case 'Uint64':
      return ['0', '1', '10', '9007199254740993', '18446744073709551615', '18446744073709551609', '9999999999999999999'];
    case 'Int64':
      return ['0', '-1', '1', '-9223372036854775808', '9223372036854775807', '-9223372036854775799'];
    case 'Base64Url':
      return ['', 'AA', 'AAA', 'AAAA', 'AQ', '_-8', base64Url(decodedBytes?.exact ?? decodedBytes?.max ?? 0)];
    case 'Sha256':
      return [`sha256:${'0'.repeat(64)}`, `sha256:${'f'.repeat(64)}`];
    case 'Timestamp':
      return [
        '2026-02-28T00:00:00.000Z',
        '2024-02-29T23:59:59.999Z',
        '2000-02-29T12:00:00.000Z',
        '0000-01-01T00:00:00.000Z',
        '9999-12-31T23:59:59.999Z',
      ];
    default:
      return [];
  }
}

function base64Url(bytes: number): string {
  return 'A'.repeat(Math.ceil((bytes * 4) / 3));
}

function codePoints(text: string): number {
  return Array.from(text).length;
}

function fits({ minLength = 0, maxLength = Infinity, maxBytes = Infinity, pattern }: StringNode, text: string): boolean {
  if (text.length < minLength || (pattern !== undefined && !compiled(pattern).test(text))) return false;
  const length = codePoints(text);
  return length >= minLength && length <= maxLength && (maxBytes === Infinity || new TextEncoder().encode(text).length <= maxBytes);
}

const patterns = new Map<string, RegExp>();

function compiled(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known;
}
