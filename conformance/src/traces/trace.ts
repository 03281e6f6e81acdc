/** Version of the format. A reader refuses every other one. */
export const TRACE_FORMAT = 'tidemark.trace/1';

/** Where the bytes were seen: between peer and host, or within one of them. */
export type Vantage = 'proxy' | 'client' | 'host';

export type Direction = 'to-host' | 'from-host';

/** First line of a trace (K5). */
export interface TraceHeader {
  readonly trace: typeof TRACE_FORMAT;
  readonly vantage: Vantage;
  /** Name and version of the peer that spoke to the host. */
  readonly peer: string;
  /** Name and version of the host. */
  readonly implementation: string;
  /** Name and version of what recorded it. */
  readonly suite: string;
  readonly scenario: string;
  /** What a run with chance in it can be repeated with; null: there was none. */
  readonly seed: string | null;
  /** Unit and origin of every `t`. */
  readonly clock: 'milliseconds-since-start';
  /** Digest of each caller's credential, as it stands in redacted spans. Callers of different names belong to different tenants. */
  readonly callers: Readonly<Record<string, string>>;
}

interface Numbered {
  /** 1, 2, 3 and so on: the order in which things were seen. */
  readonly n: number;
  /** Milliseconds, never running back. */
  readonly t: number;
}

interface OnConnection extends Numbered {
  /** Counts from 1; one number for each TCP connection. */
  readonly connection: number;
  readonly direction: Direction;
}

/** Derived from the bytes before it, for people; judges read the bytes, and convict a recording whose heads say something else. */
export interface RequestHeadRecord extends OnConnection {
  readonly kind: 'request-head';
  readonly method: string;
  readonly target: string;
  /** In the order of the wire, duplicates kept. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface ResponseHeadRecord extends OnConnection {
  readonly kind: 'response-head';
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** A span whose bytes were replaced by `*`. `offset` counts within the record. Equal digests in one trace: the same secret, whole or in part. */
export interface RedactedSpan {
  readonly offset: number;
  readonly length: number;
  readonly digest: string;
}

/** What one read returned. */
export interface BytesRecord extends OnConnection {
  readonly kind: 'bytes';
  /** Base64. */
  readonly data: string;
  readonly redacted?: readonly RedactedSpan[];
}

/** `fin`: one direction was closed. The others end the connection. */
export interface EndRecord extends OnConnection {
  readonly kind: 'end';
  readonly how: 'fin' | 'reset' | 'timeout' | 'abort';
  readonly by: 'peer' | 'host' | 'recorder';
}

/**
 * What the scenario did, with what came back. `connection`: the one that it did it on; null when it was on none. `forge`: it made the id up,
 * so that no host can know it.
 */
export interface CauseRecord extends Numbered {
  readonly kind: 'cause';
  readonly connection: number | null;
  readonly action: 'emit' | 'restart' | 'expire' | 'remove' | 'cut' | 'forge';
  readonly caller?: string;
  readonly eventId?: string;
  readonly delivery?: 'durable' | 'ephemeral';
}

export interface NoteRecord extends Numbered {
  readonly kind: 'note';
  readonly connection: number | null;
  readonly text: string;
}

export type TraceRecord = RequestHeadRecord | ResponseHeadRecord | BytesRecord | EndRecord | CauseRecord | NoteRecord;

/** Last line: how many records there are, and SHA-256 (hexadecimal) over every byte before this line. */
export interface TraceFooter {
  readonly kind: 'footer';
  readonly records: number;
  readonly sha256: string;
}

export interface Trace {
  readonly header: TraceHeader;
  readonly records: readonly TraceRecord[];
  /** False: the footer is missing, so the trace supports no verdict of absence. */
  readonly complete: boolean;
}

/** What `record` leaves to the writer. */
export type Unnumbered<R> = R extends TraceRecord ? Omit<R, 'n'> : never;
