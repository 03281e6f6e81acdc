import type { Random } from '../random.ts';
import type { Site } from '../site.ts';

/** Makes near misses (or edge cases that are still valid) of one part of a valid value. */
export interface Mutator {
  readonly name: string;
  /** How often it is applied to one value; default once. */
  readonly times?: number;
  /** What may stand in place of the part; nothing where the mutator does not apply. */
  readonly variants: (site: Site, random: Random) => readonly unknown[];
}

/** The variants of sites of one kind. */
export function forKind<K extends Site['node']['kind']>(
  kind: K,
  name: string,
  variants: (node: Extract<Site['node'], { readonly kind: K }>, value: unknown, random: Random, site: Site) => readonly unknown[],
): Mutator {
  return {
    name,
    variants: (site, random) =>
      site.node.kind === kind ? variants(site.node as Extract<Site['node'], { readonly kind: K }>, site.value, random, site) : [],
  };
}

/** The mutator, applied to each value more often, since it has many variants or many places. */
export function often(mutator: Mutator, times: number): Mutator {
  return { ...mutator, times };
}
