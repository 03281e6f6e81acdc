/**
 * Annotations that the contract model adds to JSON Schema. They are ordinary enumerable keywords, so they survive
 * TypeBox's clones and appear in the descriptions unchanged.
 */

/** Which wire scalar a schema is. */
export const SCALAR = 'x-scalar';
/** Bound in bytes: of the UTF-8 text of a string, or of the compact JSON text of any value. */
export const MAX_BYTES = 'x-max-bytes';
/** Bound on nesting of any JSON value; a primitive has depth 0, `[]` has depth 1. */
export const MAX_DEPTH = 'x-max-depth';
/** The author's reason for a missing bound. */
export const UNBOUNDED = 'x-unbounded';
/** Decoded size of a Base64Url string: `{ exact }` or `{ max }`. */
export const DECODED_BYTES = 'x-decoded-bytes';
/** Fixed binary layout of a struct: the list of fields. */
export const BINARY = 'x-binary-layout';
