import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { childNodes, cyclicNames, type Node, referencesOf } from './index.ts';

const ref = (name: string): Node => ({ kind: 'ref', name });

/** A graph of schemas as what each name refers to. */
const graph = fc.integer({ min: 1, max: 12 }).chain((size) => {
  const name = fc.integer({ min: 0, max: size }).map((index) => `S${index}`);
  return fc.array(fc.array(name, { maxLength: 4 }), { minLength: size, maxLength: size });
});

/** Names that can be reached from a name in one step or more, found by trying until nothing is added. */
function reachable(edges: ReadonlyMap<string, readonly string[]>, from: string): ReadonlySet<string> {
  const found = new Set(edges.get(from) ?? []);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const name of found) for (const next of edges.get(name) ?? []) found.add(next);
  }
  return found;
}

test('[C1.1] cyclicNames finds exactly the schemas that reach themselves', () => {
  let cyclic = 0;
  fc.assert(
    fc.property(graph, (lists) => {
      const schemas = lists.map((names, index) => ({
        name: `S${index}`,
        node: { kind: 'array', prefix: names.map(ref), items: false } as const satisfies Node,
      }));
      const edges = new Map(lists.map((names, index) => [`S${index}`, names]));
      const expected = [...edges.keys()].filter((name) => reachable(edges, name).has(name));
      cyclic += expected.length;
      expect([...cyclicNames(schemas)].toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 2_000 },
  );
  expect(cyclic).toBeGreaterThan(1_000);
});

test('[C1.1] a chain of 100,000 schemas is walked without recursion', () => {
  const schemas = Array.from({ length: 100_000 }, (_, index) => ({ name: `S${index}`, node: ref(`S${(index + 1) % 100_000}`) }));
  expect(cyclicNames(schemas).size).toBe(100_000);
});

test('[C1.1] referencesOf looks into every kind of part', () => {
  const node: Node = {
    kind: 'object',
    properties: [
      { name: 'list', required: true, node: { kind: 'array', prefix: [ref('First')], items: ref('Rest') } },
      {
        name: 'tagged',
        required: true,
        node: { kind: 'tagged', tag: 'k', members: [{ value: 'a', node: { kind: 'ref', name: 'Member' } }] },
      },
      { name: 'choice', required: false, node: { kind: 'choice', branches: [ref('Branch'), { kind: 'null' }] } },
    ],
    additional: ref('Value'),
    keys: { kind: 'string', maxLength: 3 },
  };
  expect([...referencesOf(node)].toSorted()).toEqual(['Branch', 'First', 'Member', 'Rest', 'Value']);
  expect(childNodes(node).map((child) => child.kind)).toEqual(['array', 'tagged', 'choice', 'ref', 'string']);
  expect([childNodes(ref('A')), childNodes({ kind: 'array', prefix: [], items: false })]).toEqual([[], []]);
});
