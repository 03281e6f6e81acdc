import type { DatabaseErrorCode } from '../database-error.ts';
import type { Scalar } from '../query.ts';

/** A statement as it crosses to the thread: text and values only. `each`: executed once for each list of values. */
export type ThreadStep =
  | { readonly sql: string; readonly values: readonly Scalar[] }
  | { readonly sql: string; readonly each: readonly (readonly Scalar[])[] };

/** What the serving thread asks. Messages travel in arrays, so that one event-loop turn costs one crossing. */
export type ThreadRequest =
  | { readonly id: number; readonly kind: 'read'; readonly steps: readonly ThreadStep[] }
  | { readonly id: number; readonly kind: 'write'; readonly steps: readonly ThreadStep[] }
  | { readonly id: number; readonly kind: 'begin' }
  | { readonly id: number; readonly kind: 'run'; readonly unit: number; readonly step: ThreadStep }
  | { readonly id: number; readonly kind: 'end'; readonly unit: number; readonly commit: boolean }
  | { readonly id: number; readonly kind: 'close' };

/** Rows without their names repeated. */
export interface ThreadRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Scalar[])[];
}

export interface ThreadFailure {
  readonly code: DatabaseErrorCode;
  readonly message: string;
}

/** Id 0 is the opening of the file. */
export type ThreadReply =
  | { readonly id: number; readonly results: readonly ThreadRows[] }
  | { readonly id: number; readonly failure: ThreadFailure };

/** What a thread is started with. */
export interface ThreadOptions {
  readonly file: string;
  readonly role: 'writer' | 'reader';
  readonly busyMs: number;
}
