/** Exit status of every command: fine, findings, wrong usage. */
export const EXIT = { ok: 0, findings: 1, usage: 2 } as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Where a command writes, and what it knows of its surroundings; nothing else of the process is touched. */
export interface Surroundings {
  /** Absolute. */
  readonly cwd: string;
  /** Results. */
  readonly out: (line: string) => void;
  /** Progress and errors. */
  readonly err: (line: string) => void;
  /** Whether progress is shown: standard error is a terminal. */
  readonly interactive: boolean;
  /** Aborts at the first SIGINT or SIGTERM. Asking for it is a promise to end then; a command that does not ask ends by the signal itself. */
  readonly signal: AbortSignal;
  /** Variables of the environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface OptionDefinition {
  readonly type: 'boolean' | 'string';
  readonly description: string;
  /** Placeholder of a string's value. */
  readonly value?: string;
}

export interface Arguments {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly positionals: readonly string[];
}

/** One command of `tidemark`. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** After the name, for example `[--check] [DIR]`. */
  readonly usage: string;
  readonly details: readonly string[];
  readonly options: Readonly<Record<string, OptionDefinition>>;
  readonly positionals: { readonly min: number; readonly max: number };
  readonly examples: readonly string[];
  readonly run: (args: Arguments, surroundings: Surroundings) => Promise<Exit>;
}

/** Wrong usage: the message says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'usage';
}
