import { readFileSync } from 'node:fs';
import type { UpgradeRequest } from '../upgrade.ts';
import type { createUpgradePolicy } from '../upgrade-policy.ts';

type Pair = readonly [string, string];

/** The lists of a policy, without its hash. */
export type PolicyLists = Omit<Parameters<typeof createUpgradePolicy>[0], 'sha1'>;

interface StoredVector {
  readonly name: string;
  readonly row: string;
  readonly set?: Readonly<Record<string, string>>;
  readonly drop?: readonly string[];
  readonly add?: readonly Pair[];
  readonly policy?: Partial<PolicyLists>;
  readonly request?: Partial<UpgradeRequest>;
  readonly answer: UpgradeVector['answer'];
}

export interface UpgradeVector {
  readonly name: string;
  readonly row: string;
  readonly request: UpgradeRequest;
  readonly lists: PolicyLists;
  readonly answer: { readonly accepted: string } | { readonly refused: string };
}

export function readUpgradeVectors(): {
  readonly base: readonly Pair[];
  readonly lists: PolicyLists;
  readonly vectors: readonly UpgradeVector[];
} {
  const file = new URL('../../../../fixtures/wire/websocket-upgrade.json', import.meta.url);
  const stored = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly base: readonly Pair[];
    readonly policy: PolicyLists;
    readonly vectors: readonly StoredVector[];
  };
  const { base, policy: lists } = stored;
  const vectors = stored.vectors.map(({ name, row, set = {}, drop = [], add = [], policy, request, answer }): UpgradeVector => {
    const kept = base.filter(([header]) => !drop.includes(header)).map(([header, value]): Pair => [header, set[header] ?? value]);
    const rawHeaders = [...kept, ...add].flat();
    return {
      name,
      row,
      request: { method: 'GET', httpVersion: '1.1', url: '/socket', rawHeaders, ...request },
      lists: { ...lists, ...policy },
      answer,
    };
  });
  return { base, lists, vectors };
}
