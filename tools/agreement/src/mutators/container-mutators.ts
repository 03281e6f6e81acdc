import { isMembers, type Members, RawText } from '../json-text.ts';
import { forKind, type Mutator, often } from './mutator.ts';

const SAMPLES: readonly unknown[] = [null, true, false, 0, 1.5, '', 'x', [], [null], {}, { a: 1 }];

const wrongType: Mutator = { name: 'wrong-type', variants: () => SAMPLES };

/** What JavaScript would take for the same. */
const looseType: Mutator = {
  name: 'loose-type',
  variants: ({ value }) => {
    if (Array.isArray(value))
      return [Object.fromEntries(value.entries()), Object.fromEntries([...value.entries(), ['length', value.length]])];
    if (isMembers(value)) return [Object.entries(value), Object.values(value), JSON.stringify(value)];
    return [[value], { value }, String(value), ...(typeof value === 'string' ? [Number(value) || 0] : [])];
  },
};

const literals = forKind('literal', 'enum-near-miss', ({ values }, value, random) => {
  const text = String(value);
  const near = [
    `${text} `,
    ` ${text}`,
    text.toUpperCase(),
    text.slice(0, -1),
    `${text}\n`,
    `${text}s`,
    '',
    text.replaceAll('-', '_'),
    `${text}\u0000`,
  ];
  return [
    ...near,
    random.pick(values),
    null,
    [value],
    typeof value === 'number' ? value + 1 : text.length,
    typeof value === 'number' ? text : true,
  ];
});

const version = forKind('literal', 'version-change', (_, value) =>
  typeof value === 'number'
    ? [value + 1, value - 1, String(value), true, new RawText(`${value}.0`), new RawText(`${value}e0`), value + 0.1]
    : [],
);

const tags: Mutator = {
  name: 'tag-swap',
  variants: ({ union, value }) => {
    if (union === undefined || !isMembers(value)) return [];
    const others = [
      ...union.members.map((member) => member.value),
      'nothing',
      '',
      'constructor',
      '__proto__',
      'toString',
      1,
      null,
      [value[union.tag]],
    ];
    return others.filter((other) => other !== value[union.tag]).map((other) => ({ ...value, [union.tag]: other }));
  },
};

/** Bounds above this are left alone: their cases would be most of the corpus. */
const LARGEST_ARRAY = 1100;

const arraySize = forKind('array', 'array-size', (node, value) => {
  const items = value as readonly unknown[];
  const sizes = [0, items.length - 1, items.length + 1, (node.minItems ?? 0) - 1, node.maxItems ?? -1, (node.maxItems ?? -2) + 1];
  return sizes
    .filter((size) => size >= 0 && size <= LARGEST_ARRAY)
    .map((size) => Array.from({ length: size }, (_, i) => repeated(items, i, node.uniqueItems === true)));
});

/** The items again and again; in a set each time with another number at the end of a text in them. */
function repeated(items: readonly unknown[], i: number, distinct: boolean): unknown {
  const item = items[i % Math.max(1, items.length)] ?? null;
  return distinct && i >= items.length ? numbered(item, i) : item;
}

function numbered(item: unknown, i: number): unknown {
  if (typeof item === 'string') return `${item}${i}`;
  const text = isMembers(item) ? Object.entries(item).find(([, member]) => typeof member === 'string') : undefined;
  return text === undefined ? item : { ...(item as Members), [text[0]]: `${String(text[1])}${i}` };
}

const tuple = forKind('array', 'tuple-shape', (node, value) => {
  if (node.prefix.length === 0) return [];
  const items = value as readonly unknown[];
  return [items.slice(1), [...items, items[0]], [...items, null], items.toReversed(), [], items.with(0, null), [items]];
});

const uniqueItems = forKind('array', 'repeated-item', (_, value) => {
  const items = value as readonly unknown[];
  return items.length === 0
    ? []
    : [
        [...items, items[0]],
        [...items, structuredClone(items.at(-1))],
        [...items, true, 1],
      ];
});

/** Arrays and objects in turn, around a number. */
function nested(levels: number): unknown {
  return Array.from({ length: levels }).reduce<unknown>((inner, _, i) => (i % 2 === 0 ? [inner] : { a: inner }), 0);
}

/** Values of about so many bytes of JSON. */
function sized(bytes: number): readonly unknown[] {
  return [
    'x'.repeat(Math.max(0, bytes - 2)),
    ['é'.repeat(Math.max(0, Math.floor((bytes - 4) / 2)))],
    { k: '\n'.repeat(Math.max(0, Math.floor((bytes - 8) / 2))) },
  ];
}

const anyValue = forKind('any', 'any-json', ({ maxDepth = 8, maxBytes = 512 }) => {
  return [
    ...[maxDepth - 1, maxDepth, maxDepth + 1].map(nested),
    ...[maxBytes - 1, maxBytes, maxBytes + 1, maxBytes + 2].flatMap(sized),
    ...[
      '{"__proto__":1}',
      '[{"a":{"__proto__":{}}}]',
      '{"constructor":1,"toString":2}',
      '"\\ud800"',
      '{"\\udc00":1}',
      '[1e400]',
      '-0',
      '1e3',
    ].map((text) => new RawText(text)),
    new RawText('{"a":1,"a":2}'),
  ];
});

export const containerMutators: readonly Mutator[] = [
  often(wrongType, 3),
  looseType,
  literals,
  version,
  tags,
  often(arraySize, 2),
  tuple,
  uniqueItems,
  often(anyValue, 3),
];
