import type { NamedSchema } from '@tidemark/model';
import { valueArbitraries } from '@tidemark/schema/testing';
import * as fc from 'fast-check';
import { writeJson } from './json-text.ts';
import { containerMutators } from './mutators/container-mutators.ts';
import type { Mutator } from './mutators/mutator.ts';
import { numberMutators } from './mutators/number-mutators.ts';
import { objectMutators } from './mutators/object-mutators.ts';
import { stringMutators } from './mutators/string-mutators.ts';
import { wholeValueMutators } from './mutators/whole-value-mutators.ts';
import { createRandom, type Random } from './random.ts';
import { type Lookup, replaceAt, type Site, sitesOf } from './site.ts';

/** One JSON text to judge by one named schema. */
export interface Case {
  readonly schema: string;
  /** `none` for a generated value that the schema accepts. */
  readonly mutator: string;
  readonly text: string;
}

const partMutators: readonly Mutator[] = [...objectMutators, ...stringMutators, ...numberMutators, ...containerMutators];

/** Names of everything that changes a value. */
export const mutatorNames: readonly string[] = [...partMutators, ...wholeValueMutators].map((mutator) => mutator.name);

export interface CorpusOptions {
  readonly seed: number;
  /** Generated values of each schema. */
  readonly values: number;
  /** Names of the schemas to make values of; absent: all. */
  readonly only?: ReadonlySet<string>;
}

/** Valid values of every schema, and of each value one mutation by every mutator that applies to it. */
export function corpus(schemas: readonly NamedSchema[], { seed, values, only }: CorpusOptions): readonly Case[] {
  const lookup: Lookup = new Map(schemas.map((schema) => [schema.name, schema]));
  const arbitraryFor = valueArbitraries(schemas);
  const random = createRandom(seed);
  const distinct = new Map<string, Case>();
  for (const { name } of schemas.filter((schema) => only?.has(schema.name) ?? true)) {
    const arbitrary = arbitraryFor({ kind: 'ref', name });
    const uses = new Uses(random);
    if (arbitrary === undefined) throw new Error(`no value of ${name} can be generated`);
    const add = (mutator: string, value: unknown): void => {
      const text = writeJson(value);
      const key = `${name} ${text}`;
      if (!distinct.has(key)) distinct.set(key, { schema: name, mutator, text });
    };
    for (const value of fc.sample(arbitrary, { seed, numRuns: values })) {
      add('none', value);
      for (const [mutator, changed] of mutations(value, sitesOf({ kind: 'ref', name }, value, lookup), uses)) add(mutator, changed);
    }
  }
  return [...distinct.values()];
}

function mutations(value: unknown, sites: readonly Site[], uses: Uses): readonly (readonly [string, unknown])[] {
  const parts = partMutators.flatMap((mutator) =>
    Array.from({ length: mutator.times ?? 1 }).flatMap(() => {
      const found = uses.choose(mutator, sites);
      return found === undefined ? [] : [[mutator.name, replaceAt(value, found.site.path, found.variant)] as const];
    }),
  );
  const whole = wholeValueMutators.flatMap(({ name, variants }) => {
    const made = variants(value, sites);
    return made.length === 0 ? [] : [[name, uses.random.pick(made)] as const];
  });
  return [...parts, ...whole];
}

/** What is below a reference has cases of its own, so a part that the schema names itself comes four times as often. */
const OWN_PARTS = 4;

/** Spreads each mutator evenly over the places of a schema, and over its variants at each place. */
class Uses {
  readonly random: Random;
  readonly #counts = new Map<string, number>();

  constructor(random: Random) {
    this.random = random;
  }

  choose(mutator: Mutator, sites: readonly Site[]): { readonly site: Site; readonly variant: unknown } | undefined {
    const ranked = sites
      .map((site) => ({ site, key: `${mutator.name} ${placeOf(site)}` }))
      .map((place) => ({
        ...place,
        rank: (this.#used(place.key) + 1) * (place.site.references <= 1 ? 1 : OWN_PARTS),
        chance: this.random.below(1e6),
      }))
      .toSorted((a, b) => a.rank - b.rank || a.chance - b.chance);
    for (const { site, key } of ranked) {
      const made = mutator.variants(site, this.random);
      if (made.length === 0) continue;
      const used = this.#used(key);
      this.#counts.set(key, used + 1);
      return { site, variant: made[(used + offsetOf(key)) % made.length] };
    }
    return undefined;
  }

  #used(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}

/** The path of a site without the indexes of lists, so that all elements are one place. */
function placeOf({ path, union, value }: Site): string {
  const tag = union === undefined ? '' : String((value as Readonly<Record<string, unknown>>)[union.tag]);
  return `${path.map((step) => (typeof step === 'number' ? '*' : step)).join('/')} ${tag}`;
}

/** Where a place starts in a list of variants: another one at each place. */
function offsetOf(key: string): number {
  let sum = 0;
  for (let i = 0; i < key.length; i++) sum += key.charCodeAt(i);
  return sum;
}
