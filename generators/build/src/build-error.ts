/** Why a build stopped. Nothing on disk was changed. */
export const BUILD_ERRORS = {
  'config-not-found': { meaning: 'There is no configuration file.', fix: 'Run tidemark init, or name a file with --config.' },
  'invalid-config': { meaning: 'The configuration is not valid.', fix: 'Mend the value at the path that is named.' },
  'contract-not-loaded': { meaning: 'The contract file cannot be run.', fix: 'Mend the error that it throws.' },
  'no-contract': {
    meaning: 'The file exports no contract.',
    fix: 'Export what defineContract returns, and name the export in the configuration.',
  },
  'invalid-contract': { meaning: 'defineContract refused the contract.', fix: 'Mend each issue.' },
  'not-representable': { meaning: 'A type cannot be carried.', fix: 'Mend the type at the path that is named.' },
  'invalid-description': {
    meaning: 'A validator refused a description that was generated.',
    fix: 'Mend the contract where the finding points; if it does not come from there, report a bug.',
  },
  'foreign-file': {
    meaning: 'A file that was not generated stands where a generated one goes.',
    fix: 'Move the file, or choose another output folder.',
  },
  'invalid-manifest': {
    meaning: 'The record of the last build, tidemark.generated.json, is not one that this version writes.',
    fix: 'Restore it, or delete it and build again: files that differ from what is generated are then named, and none is removed.',
  },
  'build-running': {
    meaning: 'Another build writes into this folder.',
    fix: 'Wait until it has ended. If none runs, delete the file that is named.',
  },
  'not-written': {
    meaning: 'The output could not be written; what was there is untouched.',
    fix: 'Free space or mend the permissions of the folder.',
  },
} as const satisfies Record<string, { meaning: string; fix: string }>;

export type BuildErrorCode = keyof typeof BUILD_ERRORS;

/** One thing to mend: the file, the path within it, the reason and the fix (C6.1). */
export interface BuildProblem {
  readonly file: string;
  readonly path: string;
  readonly reason: string;
  readonly fix: string;
}

export class BuildError extends Error {
  override readonly name = 'BuildError';
  readonly code: BuildErrorCode;
  readonly problems: readonly BuildProblem[];

  constructor(code: BuildErrorCode, problems: readonly (Omit<BuildProblem, 'fix'> & { readonly fix?: string })[], options?: ErrorOptions) {
    const complete = problems.map((problem) => ({ ...problem, fix: problem.fix ?? BUILD_ERRORS[code].fix }));
    super(
      `[${code}] ${BUILD_ERRORS[code].meaning}\n${complete.map((p) => `  ${p.file}${p.path === '' ? '' : ` ${p.path}`}: ${p.reason} Fix: ${p.fix}`).join('\n')}`,
      options,
    );
    this.code = code;
    this.problems = complete;
  }
}
