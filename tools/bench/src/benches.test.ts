import { represent } from '@tidemark/model';
import { describe, expect, test } from 'vitest';
import { generationTable } from './generation.bench.ts';
import { generationContract } from './generation-contract.ts';
import { compare } from './rounds.ts';
import { ratioText, spread, table, withSection } from './results.ts';
import { typespecContract } from './typespec-contract.ts';

describe('rounds', () => {
  test('[F1] a contender that takes twice the time has the ratio 2, in every round', () => {
    let clock = 0;
    const costs = (nanoseconds: number) => (): void => {
      clock += nanoseconds;
    };
    const contenders = [
      { name: 'limit', run: costs(1000) },
      { name: 'twice', run: costs(2000) },
    ];
    const [limit, twice] = compare(contenders, { rounds: 5, roundMs: 0.1, now: () => clock });
    expect(limit).toMatchObject({ name: 'limit', median: 1 });
    expect(twice).toMatchObject({ name: 'twice', median: 2, least: 2, most: 2, nanoseconds: 2000 });
  });

  test.each([
    { values: [3, 1, 2], expected: { median: 2, least: 1, most: 3 } },
    { values: [4, 1, 2, 3], expected: { median: 2.5, least: 1, most: 4 } },
  ])('[F1] the spread of $values', ({ values, expected }) => {
    expect(spread(values)).toEqual(expected);
    expect(ratioText(expected)).toBe(`${expected.median.toFixed(2)} (${expected.least.toFixed(2)}-${expected.most.toFixed(2)})`);
  });
});

describe('fixtures', () => {
  test.each([1, 3])('[F11] the contract of %d message types has as many events, and its socket sends them too', (messages) => {
    const { streams, sockets, schemas } = represent(generationContract({ messages, socket: true }));
    expect(streams[0]?.events.length).toBe(messages);
    expect(sockets[0]?.server.messages.length).toBe(messages);
    expect(schemas.filter(({ name }) => /^Thing\d+Changed$/.test(name)).length).toBe(messages);
  });

  test('[F11] the TypeSpec contract has the same messages with the same fields', () => {
    const messages = 3;
    const text = typespecContract(messages);
    const { schemas } = represent(generationContract({ messages, socket: false }));
    for (const { name, node } of schemas.filter((schema) => /^Thing\d+Changed$/.test(schema.name))) {
      const body = text.slice(text.indexOf(`model ${name} {`), text.indexOf('\n}', text.indexOf(`model ${name} {`)));
      const fields = [...body.matchAll(/(\w+): [^;]+;/g)].map((match) => match[1]);
      expect(fields).toEqual(node.kind === 'object' ? node.properties.map((property) => property.name) : []);
    }
  });
});

describe('results', () => {
  test('[F1] a section is replaced between its markers and nowhere else', () => {
    const page = 'a\n<!-- one -->\nold\n<!-- end -->\nb\n<!-- two -->\nkept\n<!-- end -->\n';
    expect(withSection(page, 'one', 'new')).toBe('a\n<!-- one -->\n\nnew\n\n<!-- end -->\nb\n<!-- two -->\nkept\n<!-- end -->\n');
    expect(() => withSection(page, 'three', 'x')).toThrow('RESULTS.md has no section three');
  });

  test('[F11] growth is the ratio of the two largest sizes', () => {
    const seconds = new Map([
      [
        'TypeSpec' as const,
        new Map([
          [10, [1]],
          [100, [2, 4, 3]],
          [1000, [30]],
        ]),
      ],
    ]);
    expect(generationTable(seconds, [10, 100, 1000])).toBe(
      table(
        ['CPU seconds of the process', '10 types', '100 types', '1000 types', 'growth 1000 / 100'],
        [['TypeSpec', '1.00 (1.00-1.00)', '3.00 (2.00-4.00)', '30.00 (30.00-30.00)', '10.0']],
      ),
    );
  });
});
