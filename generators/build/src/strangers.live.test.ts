import type { ContractError } from '@tidemark/contract';
import { validateDescription } from '@tidemark/validators';
import { beforeAll, describe, expect, test } from 'vitest';
import { compilerFindings, loadPair, type Pair, pairOf } from './testing/generated-pair.ts';
import { useOf } from './testing/pair-use.ts';
import { type Talk, talkOf } from './testing/pair-talk.ts';
import { strangeContract } from './testing/strange-contract.ts';
import { strangerCases } from './testing/stranger-cases.ts';

const accepted = strangerCases.filter(({ refused }) => refused === undefined);

describe('contracts with strange names', () => {
  const pairs = new Map<string, Pair>();
  beforeAll(() => {
    for (const { id, strange } of accepted) pairs.set(id, pairOf(strangeContract(id, strange())));
  });

  test('[C4.3, C4.4] both packages of each compile strictly', () => {
    expect(compilerFindings([...pairs.values()], Object.assign({}, ...[...pairs.values()].map(useOf)))).toEqual([]);
  });

  test.each(accepted)('[C3.1, C4.2] $id: both packages load, and every example decodes as itself', async ({ id }) => {
    const pair = pairs.get(id);
    if (pair === undefined) throw new Error(id);
    const { decoders } = await loadPair(pair);
    const failures: string[] = [];
    let count = 0;
    for (const { schema, value } of examplesOf(pair)) {
      count += 1;
      const decode = decoders[`decode${schema}`] as (input: string) => unknown;
      const text = JSON.stringify(value);
      try {
        if (JSON.stringify(decode(text)) !== text) failures.push(`${schema}: ${text}`);
      } catch (error) {
        failures.push(`${schema}: ${String(error)}`);
      }
    }
    expect(failures).toEqual([]);
    expect(count).toBeGreaterThan(0);
  });

  test.each(accepted.filter(({ id }) => id !== 'schema-names'))(
    '[C2.1, C2.2] $id: every validator accepts the descriptions',
    async ({ id }) => {
      const documents = pairs.get(id)?.emission.descriptions.filter(({ path }) => path.endsWith('.json')) ?? [];
      const findings = await Promise.all(documents.map(({ text }) => validateDescription(text, { preset: 'strict' })));
      expect(findings.flat()).toEqual([]);
      expect(documents.length).toBeGreaterThan(0);
    },
  );

  test.each(accepted)('[C4.2, C4.3] $id: every example comes through from the client to the server and back', async ({ id }) => {
    const pair = pairs.get(id);
    if (pair === undefined) throw new Error(id);
    const { sent, received }: Talk = await talkOf(pair);
    expect(received).toEqual(sent);
    expect(sent.length).toBeGreaterThan(0);
  });
});

const refused = strangerCases.filter((strangerCase) => strangerCase.refused !== undefined);

test.each(refused)('[C1.2] $id: refused with code, path and fix', ({ id, strange, refused: issues }) => {
  let found: ContractError['issues'] = [];
  try {
    strangeContract(id, strange());
  } catch (error) {
    found = (error as ContractError).issues;
  }
  expect(found.map(({ code, path }) => [code, path])).toEqual(issues);
  expect(found.filter(({ fix }) => fix.length < 10)).toEqual([]);
});

function examplesOf({ representation }: Pair): readonly { readonly schema: string; readonly value: unknown }[] {
  const { operations, streams, sockets } = representation;
  const withSchema = [
    ...operations.flatMap(({ body, responses }) => [...(body === undefined ? [] : [body]), ...responses]),
    ...streams.flatMap(({ body, events }) => [...(body === undefined ? [] : [body]), ...events]),
    ...sockets.flatMap(({ client, server }) => [...client.messages, ...server.messages]),
  ];
  return withSchema.flatMap(({ schema, examples }) => (schema === undefined ? [] : examples.map(({ value }) => ({ schema, value }))));
}
