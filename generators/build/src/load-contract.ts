import { isContract, type Contract, type ContractError } from '@tidemark/contract';
import { BuildError } from './build-error.ts';
import { runModule } from './run-module.ts';

/**
 * Runs a contract module and gives its contract. TypeScript is stripped, not type-checked; each call loads afresh.
 *
 * @throws {BuildError} `contract-not-loaded`, `invalid-contract`, `no-contract`
 */
export async function loadContract(file: string, name?: string): Promise<Contract> {
  const exported = await runModule(file).catch((error: unknown) => {
    throw asBuildError(file, error);
  });
  const contracts = Object.entries(exported).filter((entry): entry is [string, Contract] => isContract(entry[1]));
  const names = contracts.map(([key]) => key).join(', ');
  if (name !== undefined) {
    const chosen = contracts.find(([key]) => key === name);
    if (chosen !== undefined) return chosen[1];
    throw new BuildError('no-contract', [
      { file, path: '', reason: `There is no contract named ${name}; exported are: ${names || 'none'}.` },
    ]);
  }
  const [only] = contracts;
  if (contracts.length === 1 && only !== undefined) return only[1];
  throw new BuildError('no-contract', [
    {
      file,
      path: '',
      reason: contracts.length === 0 ? 'No export is a contract.' : `Several exports are: ${names}; name one in the configuration.`,
    },
  ]);
}

/** A contract's own issues keep their paths, also when another copy of the contract package threw them. */
function asBuildError(file: string, error: unknown): BuildError {
  const { name, issues } = error as Partial<ContractError>;
  if (name === 'ContractError' && issues !== undefined) {
    return new BuildError(
      'invalid-contract',
      issues.map((issue) => ({ file, path: issue.path, reason: `[${issue.code}] ${issue.reason}`, fix: issue.fix })),
      { cause: error },
    );
  }
  return new BuildError('contract-not-loaded', [{ file, path: '', reason: error instanceof Error ? error.message : String(error) }], {
    cause: error,
  });
}
