import type { JsonObject } from './json-object.ts';

/** A local reference: `#/` and the segments as a URI fragment (RFC 6901 sections 3, 4 and 6). */
export function pointer(...segments: readonly string[]): string {
  return `#/${segments.map(escapeSegment).join('/')}`;
}

/** `{ $ref }` to a place in the same document. */
export function reference(...segments: readonly string[]): JsonObject {
  return { $ref: pointer(...segments) };
}

/** Where a named schema lives in OpenAPI and AsyncAPI alike. */
export function componentPointer(name: string): string {
  return pointer('components', 'schemas', name);
}

function escapeSegment(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%24', '$');
}
