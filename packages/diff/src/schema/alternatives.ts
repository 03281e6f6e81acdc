import { canonicalText, stringAt } from '../json.ts';
import { type EffectiveSchema, effectiveSchema } from './effective-schema.ts';
import { acceptedTypes } from './compare-values.ts';

/** The members of a union, nested unions flattened; a schema that is no union is its own only member. */
export function membersOf(schema: EffectiveSchema, depth = 0): EffectiveSchema[] {
  if (schema.alternatives.length === 0 || depth > 16) return [schema];
  return schema.alternatives.flatMap((alternative) => membersOf(effectiveSchema(alternative), depth + 1));
}

/** The tag values of a member for a property: required, with string constants. */
function tagValues(member: EffectiveSchema, property: string): readonly string[] | undefined {
  const declared = member.properties.get(property);
  if (!declared?.required) return undefined;
  const { values } = effectiveSchema(declared.schema);
  return values && values.length > 0 && values.every((value): value is string => typeof value === 'string') ? values : undefined;
}

/** Tag value to member, where the property tells every member from every other. */
export function byTag(members: readonly EffectiveSchema[], property: string): Map<string, EffectiveSchema> | undefined {
  const tags = new Map<string, EffectiveSchema>();
  for (const member of members) {
    const values = tagValues(member, property);
    if (!values) return undefined;
    for (const value of values) {
      if (tags.has(value)) return undefined;
      tags.set(value, member);
    }
  }
  return tags;
}

/** The property that tells the members apart: the discriminator's, or the first by name that does. */
export function tagProperty(schema: EffectiveSchema, members: readonly EffectiveSchema[]): string | undefined {
  const declared = stringAt(schema.keywords.get('discriminator'), 'propertyName');
  const shared = [...(members[0]?.properties.keys() ?? [])].toSorted();
  return [...(declared === undefined ? [] : [declared]), ...shared].find((name) => byTag(members, name) !== undefined);
}

/** Pairs the members of two untagged unions: by equal text, then by place, then by accepted types. The rest was added or removed. */
export function pairMembers(
  old: readonly EffectiveSchema[],
  next: readonly EffectiveSchema[],
): {
  readonly pairs: readonly (readonly [EffectiveSchema, EffectiveSchema])[];
  readonly removed: readonly EffectiveSchema[];
  readonly added: readonly EffectiveSchema[];
} {
  const pairs: (readonly [EffectiveSchema, EffectiveSchema])[] = [];
  let removed = [...old];
  let added = [...next];
  const keys: readonly ((schema: EffectiveSchema) => string)[] = [
    (schema) => canonicalText(schema.at.value),
    (schema) => schema.at.pointer,
    (schema) => [...(acceptedTypes(schema) ?? ['any'])].toSorted().join(' '),
  ];
  for (const key of keys) {
    for (const candidate of removed) {
      const match = added.find((other) => key(other) === key(candidate));
      if (!match) continue;
      pairs.push([candidate, match]);
      removed = removed.filter((member) => member !== candidate);
      added = added.filter((member) => member !== match);
    }
  }
  return { pairs, removed, added };
}
