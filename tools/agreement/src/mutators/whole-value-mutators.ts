import { escaped, RawText, spaced, writeJson } from '../json-text.ts';
import { replaceAt, type Site } from '../site.ts';

/** Changes the text of a whole value. */
export interface WholeValueMutator {
  readonly name: string;
  readonly variants: (value: unknown, sites: readonly Site[]) => readonly unknown[];
}

const whiteSpace: WholeValueMutator = {
  name: 'white-space',
  variants: (value) => [new RawText(spaced(writeJson(value))), new RawText(` ${writeJson(value)}\n`)],
};
const escapes: WholeValueMutator = { name: 'every-character-escaped', variants: (value) => [new RawText(escaped(writeJson(value)))] };

/** Copies of a recursive type within itself: up to, and beyond, the levels that a decoder reads by default (64). */
const nesting: WholeValueMutator = {
  name: 'recursive-nesting',
  variants: (value, sites) => {
    const inner = sites.find((site) => site.recursive !== undefined && outerOf(site, sites) !== undefined);
    const outer = inner && outerOf(inner, sites);
    if (inner === undefined || outer === undefined) return [];
    const within = inner.path.slice(outer.path.length);
    return [2, 10, 20, 40, 100].map((times) => replaceAt(value, outer.path, nested(outer.value, within, times)));
  },
};

function outerOf(inner: Site, sites: readonly Site[]): Site | undefined {
  return sites.find(
    (site) =>
      site.recursive === inner.recursive && site.path.length < inner.path.length && site.path.every((step, i) => step === inner.path[i]),
  );
}

function nested(value: unknown, within: Site['path'], times: number): unknown {
  let result = value;
  for (let i = 0; i < times; i++) result = replaceAt(value, within, result);
  return result;
}

export const wholeValueMutators: readonly WholeValueMutator[] = [whiteSpace, escapes, nesting];
