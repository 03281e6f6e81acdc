/** One entry as readers get it. The same object goes to every reader of a process: do not change it. */
export interface LogEntry {
  readonly log: string;
  /** 1 and up, without holes, in commit order. Internal: it orders, and must not reach a client that may not see order. */
  readonly position: number;
  readonly id: string;
  /** When it was appended by the database's clock, milliseconds since 1970; never less than that of the entry before. */
  readonly at: number;
  /** Bytes of all bodies of the log up to and with this one. */
  readonly bytes: number;
  /** What the domain filters by without reading the body. */
  readonly label: string;
  /** JSON text; null: it was removed, and readers pass it over. */
  readonly body: string | null;
}

/** What is appended. */
export interface NewEntry {
  /** Random; no two entries of a log have the same. */
  readonly id: string;
  readonly label: string;
  readonly body: string;
}

/** Where an entry came to be. */
export interface Appended {
  readonly position: number;
  readonly at: number;
}

/** How far a reader is: behind the entry at `position`. */
export interface Place {
  readonly position: number;
  /** `bytes` of that entry: what bounds a page. */
  readonly bytes: number;
}

/** The head row of a log; one that was never written to has zeros. */
export interface LogHead extends Place {
  /** Positions up to this one may be gone. */
  readonly floor: number;
}
