import type { ObjectNode } from '@tidemark/model';
import { isMembers, type Members, RawText, writeMembers } from '../json-text.ts';
import { forKind, type Mutator } from './mutator.ts';

type Entry = readonly [string, unknown];

function entriesOf(value: unknown): Entry[] {
  return isMembers(value) ? Object.entries(value) : [];
}

function renamed(entries: readonly Entry[], from: string, to: string): Members {
  return Object.fromEntries(entries.map(([name, member]) => [name === from ? to : name, member]));
}

/** Keys that every object seems to have, or that change its prototype. */
const INHERITED = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'] as const;

const dropField = forKind('object', 'drop-field', (_, value) =>
  entriesOf(value).map(([name]) => Object.fromEntries(entriesOf(value).filter(([other]) => other !== name))),
);

const addField = forKind('object', 'add-field', (_, value) =>
  ['extra', '', 'x-y', 'Ünïcode', '0'].map((name) => Object.fromEntries([...entriesOf(value), [name, null]])),
);

const addUndeclaredOptional = forKind('object', 'add-inherited-name', (_, value) =>
  INHERITED.map((name) => Object.fromEntries([...entriesOf(value), [name, 'x']])),
);

const renameField = forKind('object', 'rename-field', (_, value) =>
  entriesOf(value).flatMap(([name]) => [
    renamed(entriesOf(value), name, name.toUpperCase()),
    renamed(entriesOf(value), name, `${name} `),
    renamed(entriesOf(value), name, `${name}\n`),
  ]),
);

/** A required field taken away, and a name in its place that `Object.prototype` has. */
const inheritedInstead = forKind('object', 'inherited-instead', (_, value) =>
  entriesOf(value).map(([name], i) => renamed(entriesOf(value), name, INHERITED[i % INHERITED.length] ?? 'toString')),
);

const protoKey = forKind('object', 'proto-key', (_, value) => [
  new RawText(writeMembers([...entriesOf(value), ['__proto__', {}]])),
  new RawText(writeMembers([['__proto__', null], ...entriesOf(value)])),
]);

/** A required field that only the object under `__proto__` has. */
const protoCarriesField = forKind('object', 'proto-carries-field', (_, value) =>
  entriesOf(value).map(
    ([name, member]) =>
      new RawText(writeMembers([...entriesOf(value).filter(([other]) => other !== name), ['__proto__', { [name]: member }]])),
  ),
);

const duplicateKey = forKind('object', 'duplicate-key', (_, value) =>
  entriesOf(value).flatMap(([name, member]) => [
    new RawText(writeMembers([...entriesOf(value), [name, member]])),
    new RawText(writeMembers([[name, null], ...entriesOf(value)])),
  ]),
);

const reorder = forKind('object', 'reorder-fields', (_, value) => [Object.fromEntries(entriesOf(value).toReversed())]);

const undefinedAsNull = forKind('object', 'null-field', (_, value) =>
  entriesOf(value).map(([name]) => ({ ...(value as Members), [name]: null })),
);

const optionalAsNull = forKind('object', 'null-for-absent', (node, value) =>
  node.properties.filter(({ name }) => !Object.hasOwn(value as object, name)).map(({ name }) => ({ ...(value as Members), [name]: null })),
);

function isRecord(node: ObjectNode): boolean {
  return node.additional !== false && node.keys !== undefined;
}

const recordKeys = forKind('object', 'record-key', (node, value) => {
  if (!isRecord(node)) return [];
  const member = entriesOf(value)[0]?.[1] ?? 'x';
  const most = node.keys?.maxLength ?? 8;
  const keys = ['a\n', '\na', 'A', '', ' a', '0', 'a'.repeat(most), 'a'.repeat(most + 1), 'é', 'toString', 'constructor', '__proto__'];
  return keys.map((key) => new RawText(writeMembers([...entriesOf(value).filter(([name]) => name !== key), [key, member]])));
});

const recordSize = forKind('object', 'record-size', (node, value) => {
  if (!isRecord(node) || node.maxProperties === undefined) return [];
  const member = entriesOf(value)[0]?.[1] ?? 'x';
  const filled = (count: number): Members => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, member]));
  return [filled(node.maxProperties), filled(node.maxProperties + 1), {}];
});

export const objectMutators: readonly Mutator[] = [
  dropField,
  addField,
  addUndeclaredOptional,
  renameField,
  inheritedInstead,
  protoKey,
  protoCarriesField,
  duplicateKey,
  reorder,
  undefinedAsNull,
  optionalAsNull,
  recordKeys,
  recordSize,
];
