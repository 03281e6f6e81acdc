import type { ContractDefinition, Examples } from './definition.ts';
import { type Contract, defineJoined, isContract } from './define-contract.ts';
import { ContractError, IssueList } from './issue.ts';
import { fingerprint } from './json-schema.ts';
import { own } from './own.ts';
import type { Path } from './path.ts';

/** What the service that is merged from contracts says of itself. */
export type MergedIdentity = Pick<ContractDefinition, 'id' | 'version' | 'title' | 'summary' | 'description' | 'license' | 'servers'>;

const PARTS = ['schemas', 'errors', 'security', 'limits', 'tags', 'operations', 'streams', 'sockets'] as const;

/**
 * Joins contracts into one service (C1.3). A name that several give to the same content is shared;
 * given to different content it is refused. Messages that carry a version carry the major version of the service.
 *
 * @throws {ContractError} `duplicate-name` for each clash, and whatever `defineContract` finds in the whole.
 */
export function merge(identity: MergedIdentity, ...contracts: readonly Contract[]): Contract {
  const issues = new IssueList();
  contracts.forEach((contract, index) => {
    if (!isContract(contract)) issues.add('malformed-definition', [index], 'It is no contract; pass what defineContract returns.');
  });
  if (issues.issues.length > 0) throw new ContractError('(merged)', issues.issues);
  const parts: Record<string, Record<string, unknown>> = {};
  for (const part of PARTS) parts[part] = joined([part], contracts, (contract) => contract[part], issues);
  const examples = examplesOf(contracts, issues);
  if (issues.issues.length > 0) throw new ContractError(typeof identity?.id === 'string' ? identity.id : '(merged)', issues.issues);
  return defineJoined({ ...identity, ...parts, examples } as unknown as ContractDefinition, sharedTypes(contracts));
}

function joined<T>(
  path: Path,
  contracts: readonly Contract[],
  partOf: (contract: Contract) => Readonly<Record<string, T>> | undefined,
  issues: IssueList,
): Record<string, T> {
  const merged: Record<string, T> = {};
  for (const contract of contracts) {
    for (const [name, value] of Object.entries(partOf(contract) ?? {})) {
      if (!Object.hasOwn(merged, name)) merged[name] = value;
      // TypeBox's marks count: an optional parameter is not the same as a required one.
      else if (fingerprint(merged[name], { marks: true }) !== fingerprint(value, { marks: true }))
        issues.add('duplicate-name', [...path, name], `Two contracts give ${name} to different things; one of them is ${contract.id}.`);
    }
  }
  return merged;
}

/** Each contract has its own copy of a shared type; parts of the others refer to the first one's. */
function sharedTypes(contracts: readonly Contract[]): ReadonlyMap<object, object> {
  const first = new Map<string, object>();
  const same = new Map<object, object>();
  for (const contract of contracts) {
    for (const [name, schema] of Object.entries(contract.schemas)) {
      const shared = first.get(name);
      if (shared === undefined) first.set(name, schema);
      else if (shared !== schema) same.set(schema, shared);
    }
  }
  return same;
}

/** Contracts that share a schema may each bring examples of it. */
function examplesOf(contracts: readonly Contract[], issues: IssueList): Readonly<Record<string, Examples>> {
  const schemas = new Set(contracts.flatMap((contract) => Object.keys(contract.examples ?? {})));
  return Object.fromEntries(
    [...schemas].map((name) => [name, joined(['examples', name], contracts, (contract) => own(contract.examples, name), issues)]),
  );
}
