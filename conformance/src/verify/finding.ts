/** Something that a trace shows to be wrong. */
export interface Finding {
  /** A row of the registry; `kit.` marks a fault of the recording, which is never the host's (K3.2). */
  readonly requirement: string;
  /** Without the value that is wrong: a trace may hold personal data. */
  readonly what: string;
  /** Number of the record that holds the byte. */
  readonly record: number;
  readonly connection: number | null;
  /** Byte within the connection's direction; null where the record holds none. */
  readonly offset: number | null;
}

/** Rules of ours bind our own host only; others are told, and not convicted. */
export function convicts({ requirement }: Finding, strict: boolean): boolean {
  return strict || !requirement.startsWith('tidemark.');
}
