import type { Finding, Severity, ValidatorName } from './finding.ts';

/** A rule of this package. The table is documented in docs/validate-rules.md, tested against it both ways. */
export interface Rule {
  readonly severity: Severity;
  readonly appliesTo: 'any' | 'openapi' | 'asyncapi';
  readonly summary: string;
  readonly fix: string;
}

export const rules = {
  'document-malformed': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'The text is neither JSON nor YAML, or not one plain JSON value.',
    fix: 'Correct the syntax at the named position.',
  },
  'document-too-large': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'The text has more than 16 MiB, or `maxBytes` of `ValidateOptions`.',
    fix: 'Split the description.',
  },
  'document-too-deep': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'The document nests deeper than 256 levels, or `maxDepth` of `ValidateOptions`.',
    fix: 'Move nested parts into components.',
  },
  'duplicate-key': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'An object has the same key twice; parsers keep either one.',
    fix: 'Remove one of the two members.',
  },
  'yaml-aliases': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'YAML aliases expand to more nodes than the limit.',
    fix: 'Use `$ref` instead of YAML aliases.',
  },
  'yaml-cycle': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'A YAML alias stands inside the node that it names, so the document has no end.',
    fix: 'Use `$ref` instead of the alias.',
  },
  'not-a-description': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'The document is not an OpenAPI 3.0-3.2 or AsyncAPI 2.x-3.x description.',
    fix: 'Give the `openapi` or `asyncapi` field a supported version.',
  },
  'external-reference': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'A reference leaves the document. Validating a document reads nothing but that document, so the others were not run.',
    fix: 'Bundle the description into one document first.',
  },
  'external-value': {
    severity: 'warning',
    appliesTo: 'any',
    summary: 'An example lies outside the document and was not read.',
    fix: 'Inline the example.',
  },
  'dialect-not-checked': {
    severity: 'warning',
    appliesTo: 'any',
    summary: 'A schema is in a dialect that no pinned validator here reads; values were not checked against it.',
    fix: 'Use JSON Schema 2020-12 (OpenAPI) or draft-07 (AsyncAPI).',
  },
  'version-partly-checked': {
    severity: 'warning',
    appliesTo: 'asyncapi',
    summary: 'AsyncAPI 2.x: structure is checked, examples and messages are not.',
    fix: 'Migrate to AsyncAPI 3.0.',
  },
  'too-many-findings': {
    severity: 'warning',
    appliesTo: 'any',
    summary: 'More findings than `maxFindings`; the rest was dropped.',
    fix: 'Fix the listed ones and validate again.',
  },
  'validator-failed': {
    severity: 'warning',
    appliesTo: 'any',
    summary:
      'A pinned validator gave up instead of answering, for example at the end of its stack. That says nothing against the document.',
    fix: 'Split what nests or refers deeply, to have it judged too; what the other validators found stands.',
  },
  'validator-timeout': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'The command line only: the validators had not answered within `--timeout`, so nothing is known of the document.',
    fix: 'Look for a pattern that backtracks on one of its examples, such as `^(a+)+$`; a large description may need a longer `--timeout`.',
  },
  'document-schema': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'The document does not match the official JSON Schema of its specification version (ajv, hyperjump).',
    fix: 'Follow the specification at the named place.',
  },
  'schema-not-compilable': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'A schema cannot be compiled (ajv, hyperjump): a broken keyword, pattern or reference.',
    fix: 'Correct the schema.',
  },
  'example-schema': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'An example does not match its schema (ajv, hyperjump).',
    fix: 'Correct the example, or the schema.',
  },
  'max-bytes': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'An example exceeds `x-max-bytes` (UTF-8 bytes of a string, or of any other value as compact JSON).',
    fix: 'Shorten the example, or raise the bound.',
  },
  'max-depth': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'An example nests deeper than `x-max-depth`.',
    fix: 'Flatten the example, or raise the bound.',
  },
  'content-schema': {
    severity: 'error',
    appliesTo: 'any',
    summary: 'A string in an example is not what its `contentMediaType` and `contentSchema` say.',
    fix: 'Correct the embedded document.',
  },
  'serialized-value': {
    severity: 'error',
    appliesTo: 'openapi',
    summary: 'A `serializedValue` does not parse as its media type, or is not its `dataValue`.',
    fix: 'Serialize the data value.',
  },
  'item-schema-media-type': {
    severity: 'error',
    appliesTo: 'openapi',
    summary: '`itemSchema` on a media type that is not a sequence.',
    fix: 'Use `schema`, or a sequential media type such as text/event-stream.',
  },
  'event-branch-unconstrained': {
    severity: 'error',
    appliesTo: 'openapi',
    summary: 'A `oneOf` branch of an SSE item does not say which event it is, so it matches the events of the others too.',
    fix: 'Give the branch a required `event` with a const.',
  },
  'event-branch-duplicate': {
    severity: 'error',
    appliesTo: 'openapi',
    summary: 'Two `oneOf` branches of an SSE item accept the same event.',
    fix: 'Give every branch its own event.',
  },
  'event-tag-mismatch': {
    severity: 'error',
    appliesTo: 'openapi',
    summary: 'The event of an SSE branch is not the tag of the message in its `data`.',
    fix: 'Point `contentSchema` at the message whose tag is the event.',
  },
  'additional-operation-method': {
    severity: 'error',
    appliesTo: 'openapi',
    summary: '`additionalOperations` has a method that is a fixed field of the path item.',
    fix: 'Move the operation to the fixed field.',
  },
  'self-fragment': { severity: 'error', appliesTo: 'openapi', summary: '`$self` has a fragment.', fix: 'Remove the fragment.' },
  'discriminator-mapping': {
    severity: 'error',
    appliesTo: 'openapi',
    summary: 'A discriminator value leads to a schema that carries another tag.',
    fix: 'Map the value to the schema whose tag it is.',
  },
  'ambiguous-message': {
    severity: 'error',
    appliesTo: 'asyncapi',
    summary: 'Two messages of a channel cannot be told apart; every message must match exactly one.',
    fix: 'Give every message of the channel its own required tag constant.',
  },
  'correlation-location': {
    severity: 'error',
    appliesTo: 'asyncapi',
    summary: 'A correlation id location names a property that the message does not declare.',
    fix: 'Point it at a declared property.',
  },
  'reply-address': {
    severity: 'error',
    appliesTo: 'asyncapi',
    summary: 'A reply has an address, and its channel has one too.',
    fix: 'Set the channel address to null, or drop the reply address.',
  },
  'ws-binding': {
    severity: 'error',
    appliesTo: 'asyncapi',
    summary: '`query` or `headers` of a ws binding is not an object schema with properties.',
    fix: 'Use `type: object` with `properties`.',
  },
  'ws-method': {
    severity: 'warning',
    appliesTo: 'asyncapi',
    summary: 'A ws binding opens with POST; RFC 6455 section 4.1 knows GET only.',
    fix: 'Use GET.',
  },
  'address-query': {
    severity: 'error',
    appliesTo: 'asyncapi',
    summary: 'A channel address has a query or fragment.',
    fix: 'Describe the query in the binding.',
  },
  'ignored-keyword': {
    severity: 'error',
    appliesTo: 'asyncapi',
    summary: 'A schema in the default dialect (draft-07 superset) uses a later keyword, which validators ignore silently.',
    fix: 'Use the draft-07 form, or declare another schemaFormat.',
  },
  'reference-sibling': {
    severity: 'error',
    appliesTo: 'asyncapi',
    summary: 'Keywords beside `$ref` are ignored in draft-07.',
    fix: 'Wrap the reference in `allOf`.',
  },
  'open-object': {
    severity: 'warning',
    appliesTo: 'any',
    summary:
      'Preset `strict` only: an object schema of a message or body does not say whether it accepts further properties, so it accepts any.',
    fix: 'Add `additionalProperties: false`, or true where that is meant.',
  },
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof rules;

/** Builds a finding of this package's table. */
export function ruleFinding(rule: RuleId, pointer: string, message: string, validator: ValidatorName = 'tidemark'): Finding {
  const { severity, fix } = rules[rule];
  return { validator, rule, severity, pointer, message, fix };
}

/** Message of `validator-failed`: what was not judged, and the first line of why. */
export function couldNotJudge(what: string, error: unknown): string {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return `could not judge ${what}: ${reason}`;
}
