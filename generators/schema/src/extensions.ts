/**
 * Every keyword in a printed schema that JSON Schema does not define. They annotate: a validator that does not know them
 * accepts what the rest of the schema accepts. Register them where a validator is strict about unknown keywords.
 *
 * - `discriminator` (OpenAPI 3.2 only): the tag and its mapping; changes no verdict.
 * - `x-scalar`: the wire scalar's name, the exact rule of which a decoder applies.
 * - `x-decoded-bytes`: `{exact}` or `{max}`, size of what base64url text decodes to.
 * - `x-max-bytes`: bound in UTF-8 bytes; for any JSON value, of its compact JSON text.
 * - `x-max-depth`: levels of nesting of any JSON value.
 * - `x-unbounded`: the author's reason for a missing bound.
 * - `x-binary-layout`: the fixed little-endian layout beside the JSON form.
 */
export const extensionKeywords = [
  'discriminator',
  'x-scalar',
  'x-decoded-bytes',
  'x-max-bytes',
  'x-max-depth',
  'x-unbounded',
  'x-binary-layout',
] as const;
