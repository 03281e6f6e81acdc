/** Why a configuration is refused. Closed. */
export const CONFIG_ERRORS = {
  'not-found': { why: 'There is no such file.', fix: 'Name a file that exists; paths in a configuration are relative to it.' },
  unreadable: { why: 'The file cannot be read.', fix: 'Look at its permissions; it must be a plain file of at most 1 MiB.' },
  malformed: { why: 'The file is no JSON, or no YAML.', fix: 'Mend it where the message says.' },
  'unknown-key': { why: 'No such key is known here, so it would be ignored.', fix: 'Use the name that is meant, or leave it out.' },
  'missing-key': { why: 'A key without a default is absent.', fix: 'Add it.' },
  'wrong-type': { why: 'The value is of another type.', fix: 'Write the type that docs/configuration.md states.' },
  'out-of-range': { why: 'The value is outside its bounds.', fix: 'Choose a value within them.' },
  'malformed-value': { why: 'The value is not of its form.', fix: 'Write the form that docs/configuration.md states.' },
  'unknown-value': { why: 'The value is none of those that are known.', fix: 'Use one of them.' },
  duplicate: { why: 'It is there twice.', fix: 'Keep one.' },
  conflict: { why: 'Two keys contradict each other.', fix: 'Keep one of them.' },
  'reserved-type': {
    why: 'Names that begin with host-test. belong to the test trigger.',
    fix: 'List host-test.durable-triggered as durable and host-test.ephemeral-triggered as ephemeral, or choose another name.',
  },
  'retention-below-promise': {
    why: 'Events would be deleted before the promised minRetentionSeconds has passed.',
    fix: 'Raise hostEvents.retentionSeconds, or promise less.',
  },
  'missing-hosts': {
    why: 'It listens beyond loopback, and which Host values are its own is not said.',
    fix: 'List them, for example ["api.example.com"]; ["*"] accepts any.',
  },
  'unknown-variable': {
    why: 'An environment variable has nearly the name of one that is read.',
    fix: 'Use the name that is meant, or unset it.',
  },
} as const;
export type ConfigErrorCode = keyof typeof CONFIG_ERRORS;

/** One thing that is wrong. Holds no value of a secret key. */
export interface ConfigProblem {
  readonly code: ConfigErrorCode;
  /** JSON Pointer into the file, or the name of an environment variable. */
  readonly path: string;
  /** What is wrong here, where the code does not say it all. */
  readonly reason: string;
}

/** Everything that is wrong with a configuration, at once. `code` and `path` are the first problem's. */
export class ConfigError extends Error {
  readonly code: ConfigErrorCode;
  readonly path: string;
  readonly problems: readonly ConfigProblem[];

  constructor(file: string, problems: readonly [ConfigProblem, ...ConfigProblem[]]) {
    super(problems.map((problem) => lineOf(file, problem)).join('\n'));
    this.name = 'ConfigError';
    this.code = problems[0].code;
    this.path = problems[0].path;
    this.problems = problems;
  }
}

function lineOf(file: string, { code, path, reason }: ConfigProblem): string {
  const { why, fix } = CONFIG_ERRORS[code];
  const where = path === '' || path.startsWith('/') ? `${file}#${path}` : path;
  return `${where}: ${code}: ${reason === '' ? why : reason} ${fix}`;
}
