import type { DecodeError } from './decode-error.ts';

/** What `tryDecodeX` returns: the value, or why there is none. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: DecodeError };
