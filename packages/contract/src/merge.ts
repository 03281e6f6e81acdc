import type { ContractDefinition } from './definition.ts';
import { type Contract, defineContract } from './define-contract.ts';
import { ContractError, IssueList } from './issue.ts';
import { fingerprint } from './json-schema.ts';

/** What the service that is merged from contracts says of itself. */
export type MergedIdentity = Pick<ContractDefinition, 'id' | 'version' | 'title' | 'summary' | 'description' | 'license' | 'servers'>;

const PARTS = ['schemas', 'errors', 'security', 'limits', 'tags', 'operations', 'streams', 'sockets', 'examples'] as const;

/**
 * Joins contracts into one service (C1.3). A name that several give to the same content is shared;
 * given to different content it is refused. All contracts have the major version of the service.
 *
 * @throws {ContractError} `duplicate-name` for each clash, and whatever `defineContract` finds in the whole.
 */
export function merge(identity: MergedIdentity, ...contracts: readonly Contract[]): Contract {
  const issues = new IssueList();
  const parts: Record<string, Record<string, unknown>> = {};
  for (const part of PARTS) {
    const merged: Record<string, unknown> = {};
    for (const contract of contracts) addPart(merged, part, contract, issues);
    if (Object.keys(merged).length > 0 || part in REQUIRED) parts[part] = merged;
  }
  if (issues.issues.length > 0) throw new ContractError(identity.id, issues.issues);
  return defineContract({ ...identity, ...parts } as unknown as ContractDefinition);
}

const REQUIRED = { schemas: true, errors: true, security: true, limits: true };

function addPart(merged: Record<string, unknown>, part: (typeof PARTS)[number], contract: Contract, issues: IssueList): void {
  for (const [name, value] of Object.entries(contract[part] ?? {})) {
    if (!Object.hasOwn(merged, name)) merged[name] = value;
    else if (fingerprint(merged[name]) !== fingerprint(value))
      issues.add('duplicate-name', [part, name], `Two contracts give ${name} to different things; one of them is ${contract.id}.`);
  }
}
