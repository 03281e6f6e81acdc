import type { Level } from './change.ts';

/** What a change does to one party: the most lenient level that it breaks, or its class when it breaks none. */
export type Effect = Level | 'additive' | 'documentation';

/** Effects for the consumer and for the producer. */
export type Effects = readonly [consumer: Effect, producer: Effect];

export interface DiffRule {
  readonly summary: string;
  /** The rule that the same change has when it is read backwards. */
  readonly reverse: string;
  readonly request?: Effects;
  readonly response?: Effects;
  readonly both?: Effects;
  /** Effects where an unknown field would be met (an added one in a response, a removed one in a request) and the object there is open. */
  readonly open?: Effects;
  readonly fix: string;
}

const keep = 'Keep the old form beside the new one for a major version.';
const major = 'Publish it under a new major version.';
const announce = 'Release the consumers first, or publish it under a new major version.';
const none = 'Nothing to do.';
const implement = 'Implement it in the handlers.';

/** Every rule of `tidemark diff`, documented in docs/diff-rules.md, which is tested against this table both ways. */
export const rules = {
  // Schemas.
  'field-added-optional': {
    summary: 'A property was added, optional.',
    reverse: 'field-removed-optional',
    request: ['additive', 'additive'],
    response: ['WIRE_STRICT', 'additive'],
    open: ['additive', 'additive'],
    fix: announce,
  },
  'field-removed-optional': {
    summary: 'An optional property was removed.',
    reverse: 'field-added-optional',
    request: ['WIRE_STRICT', 'SOURCE'],
    response: ['SOURCE', 'SOURCE'],
    open: ['SOURCE', 'SOURCE'],
    fix: 'Deprecate it first.',
  },
  'field-added-required': {
    summary: 'A property was added, required.',
    reverse: 'field-removed-required',
    request: ['WIRE', 'additive'],
    response: ['WIRE_STRICT', 'SOURCE'],
    open: ['additive', 'SOURCE'],
    fix: 'Make it optional in requests; release the consumers first for responses.',
  },
  'field-removed-required': {
    summary: 'A required property was removed.',
    reverse: 'field-added-required',
    request: ['WIRE_STRICT', 'SOURCE'],
    response: ['WIRE', 'SOURCE'],
    open: ['SOURCE', 'SOURCE'],
    fix: keep,
  },
  'field-became-required': {
    summary: 'A property became required.',
    reverse: 'field-became-optional',
    request: ['WIRE', 'additive'],
    response: ['additive', 'SOURCE'],
    fix: 'Leave it optional in requests.',
  },
  'field-became-optional': {
    summary: 'A property became optional.',
    reverse: 'field-became-required',
    request: ['additive', 'SOURCE'],
    response: ['WIRE', 'additive'],
    fix: 'Go on sending it in responses.',
  },
  'type-widened': {
    summary: 'A schema accepts further JSON types.',
    reverse: 'type-narrowed',
    request: ['additive', 'SOURCE'],
    response: ['WIRE', 'additive'],
    fix: announce,
  },
  'type-narrowed': {
    summary: 'A schema accepts fewer JSON types.',
    reverse: 'type-widened',
    request: ['WIRE', 'additive'],
    response: ['additive', 'SOURCE'],
    fix: keep,
  },
  'type-changed': {
    summary: 'A schema accepts other JSON types.',
    reverse: 'type-changed',
    request: ['WIRE', 'SOURCE'],
    response: ['WIRE', 'SOURCE'],
    fix: 'Add a new property instead.',
  },
  'value-added': {
    summary: 'An enum has a further value.',
    reverse: 'value-removed',
    request: ['additive', 'SOURCE'],
    response: ['WIRE_STRICT', 'additive'],
    fix: announce,
  },
  'value-removed': {
    summary: 'An enum lost a value.',
    reverse: 'value-added',
    request: ['WIRE', 'additive'],
    response: ['SOURCE', 'SOURCE'],
    fix: keep,
  },
  'values-opened': {
    summary: 'A fixed list of values was lifted.',
    reverse: 'values-closed',
    request: ['additive', 'SOURCE'],
    response: ['WIRE_STRICT', 'additive'],
    fix: announce,
  },
  'values-closed': {
    summary: 'Values were restricted to a fixed list.',
    reverse: 'values-opened',
    request: ['WIRE', 'additive'],
    response: ['additive', 'SOURCE'],
    fix: keep,
  },
  'bound-loosened': {
    summary: 'A bound of a value was raised, lifted or lowered so that more fits.',
    reverse: 'bound-tightened',
    request: ['additive', 'additive'],
    response: ['WIRE_STRICT', 'additive'],
    fix: announce,
  },
  'bound-tightened': {
    summary: 'A bound of a value was added or moved so that less fits.',
    reverse: 'bound-loosened',
    request: ['WIRE', 'additive'],
    response: ['additive', 'WIRE_STRICT'],
    fix: keep,
  },
  'constraint-added': {
    summary: 'A pattern, format or other constraint was added.',
    reverse: 'constraint-removed',
    request: ['WIRE', 'additive'],
    response: ['additive', 'WIRE_STRICT'],
    fix: keep,
  },
  'constraint-removed': {
    summary: 'A pattern, format or other constraint was removed.',
    reverse: 'constraint-added',
    request: ['additive', 'additive'],
    response: ['WIRE_STRICT', 'additive'],
    fix: announce,
  },
  'constraint-changed': {
    summary: 'A pattern, format or other constraint was replaced; which one accepts more cannot be decided.',
    reverse: 'constraint-changed',
    request: ['WIRE', 'additive'],
    response: ['WIRE_STRICT', 'WIRE_STRICT'],
    fix: major,
  },
  'object-opened': {
    summary: 'An object accepts undeclared properties now.',
    reverse: 'object-closed',
    request: ['additive', 'additive'],
    response: ['WIRE_STRICT', 'additive'],
    fix: announce,
  },
  'object-closed': {
    summary: 'An object accepts no undeclared properties any more.',
    reverse: 'object-opened',
    request: ['WIRE_STRICT', 'additive'],
    response: ['additive', 'WIRE_STRICT'],
    fix: keep,
  },
  'tag-added': {
    summary: 'A tagged union has a further member.',
    reverse: 'tag-removed',
    request: ['additive', 'SOURCE'],
    response: ['WIRE_STRICT', 'additive'],
    fix: announce,
  },
  'tag-removed': {
    summary: 'A tagged union lost a member.',
    reverse: 'tag-added',
    request: ['WIRE', 'SOURCE'],
    response: ['SOURCE', 'SOURCE'],
    fix: keep,
  },
  'tag-property-changed': {
    summary: 'A union is told apart by another property.',
    reverse: 'tag-property-changed',
    request: ['WIRE', 'SOURCE'],
    response: ['WIRE', 'SOURCE'],
    fix: major,
  },
  'branch-added': {
    summary: 'An untagged union has a further alternative.',
    reverse: 'branch-removed',
    request: ['additive', 'SOURCE'],
    response: ['WIRE', 'additive'],
    fix: announce,
  },
  'branch-removed': {
    summary: 'An untagged union lost an alternative.',
    reverse: 'branch-added',
    request: ['WIRE', 'additive'],
    response: ['additive', 'SOURCE'],
    fix: keep,
  },
  'binary-layout-changed': {
    summary: 'The fixed binary layout of a type changed.',
    reverse: 'binary-layout-changed',
    request: ['WIRE', 'SOURCE'],
    response: ['WIRE', 'SOURCE'],
    fix: major,
  },
  'schema-added': { summary: 'A named schema was added.', reverse: 'schema-removed', both: ['additive', 'additive'], fix: none },
  'schema-removed': {
    summary: 'A named schema was removed or renamed; its generated type and decoder go with it.',
    reverse: 'schema-added',
    both: ['SOURCE', 'SOURCE'],
    fix: 'Keep the name as an alias.',
  },
  'unused-schema-changed': {
    summary: 'A named schema that nothing on the wire uses changed.',
    reverse: 'unused-schema-changed',
    both: ['SOURCE', 'SOURCE'],
    fix: 'Regenerate.',
  },
  // Endpoints of HTTP and SSE.
  'operation-added': { summary: 'An operation was added.', reverse: 'operation-removed', both: ['additive', 'SOURCE'], fix: implement },
  'operation-removed': { summary: 'An operation was removed.', reverse: 'operation-added', both: ['WIRE', 'SOURCE'], fix: keep },
  'operation-renamed': {
    summary: 'An operation has another id; method and path are the same.',
    reverse: 'operation-renamed',
    both: ['SOURCE', 'SOURCE'],
    fix: 'Keep the operation id.',
  },
  'operation-moved': {
    summary: 'An operation has another method or path; its id is the same.',
    reverse: 'operation-moved',
    both: ['WIRE', 'additive'],
    fix: keep,
  },
  'parameter-added-optional': {
    summary: 'A parameter was added, optional.',
    reverse: 'parameter-removed-optional',
    request: ['additive', 'additive'],
    fix: none,
  },
  'parameter-removed-optional': {
    summary: 'An optional parameter was removed.',
    reverse: 'parameter-added-optional',
    request: ['WIRE_STRICT', 'SOURCE'],
    fix: 'Deprecate it first.',
  },
  'parameter-added-required': {
    summary: 'A parameter was added, required.',
    reverse: 'parameter-removed-required',
    request: ['WIRE', 'additive'],
    fix: 'Make it optional.',
  },
  'parameter-removed-required': {
    summary: 'A required parameter was removed.',
    reverse: 'parameter-added-required',
    request: ['WIRE_STRICT', 'SOURCE'],
    fix: keep,
  },
  'parameter-became-required': {
    summary: 'A parameter became required.',
    reverse: 'parameter-became-optional',
    request: ['WIRE', 'additive'],
    fix: 'Leave it optional.',
  },
  'parameter-became-optional': {
    summary: 'A parameter became optional.',
    reverse: 'parameter-became-required',
    request: ['additive', 'SOURCE'],
    fix: none,
  },
  'parameter-renamed': {
    summary: 'A path parameter has another name in the same place of the path.',
    reverse: 'parameter-renamed',
    request: ['SOURCE', 'SOURCE'],
    fix: 'Keep the name.',
  },
  'parameter-encoding-changed': {
    summary: 'A parameter is written in another style.',
    reverse: 'parameter-encoding-changed',
    request: ['WIRE', 'additive'],
    fix: 'Keep style and explode.',
  },
  'body-added-optional': {
    summary: 'An optional request body was added.',
    reverse: 'body-removed-optional',
    request: ['additive', 'additive'],
    fix: none,
  },
  'body-removed-optional': {
    summary: 'An optional request body was removed.',
    reverse: 'body-added-optional',
    request: ['WIRE_STRICT', 'SOURCE'],
    fix: keep,
  },
  'body-added-required': {
    summary: 'A required request body was added.',
    reverse: 'body-removed-required',
    request: ['WIRE', 'additive'],
    fix: 'Make it optional.',
  },
  'body-removed-required': {
    summary: 'A required request body was removed.',
    reverse: 'body-added-required',
    request: ['WIRE_STRICT', 'SOURCE'],
    fix: keep,
  },
  'body-became-required': {
    summary: 'A request body became required.',
    reverse: 'body-became-optional',
    request: ['WIRE', 'additive'],
    fix: 'Leave it optional.',
  },
  'body-became-optional': {
    summary: 'A request body became optional.',
    reverse: 'body-became-required',
    request: ['additive', 'SOURCE'],
    fix: none,
  },
  'media-type-added': {
    summary: 'A media type was added.',
    reverse: 'media-type-removed',
    request: ['additive', 'SOURCE'],
    response: ['WIRE_STRICT', 'additive'],
    fix: implement,
  },
  'media-type-removed': {
    summary: 'A media type was removed.',
    reverse: 'media-type-added',
    request: ['WIRE', 'SOURCE'],
    response: ['WIRE', 'SOURCE'],
    fix: keep,
  },
  'status-added': {
    summary: 'A success status was added.',
    reverse: 'status-removed',
    response: ['WIRE_STRICT', 'additive'],
    fix: announce,
  },
  'status-removed': { summary: 'A success status was removed.', reverse: 'status-added', response: ['SOURCE', 'SOURCE'], fix: keep },
  'response-body-added': {
    summary: 'A response without a body has one now.',
    reverse: 'response-body-removed',
    response: ['WIRE_STRICT', 'SOURCE'],
    fix: announce,
  },
  'response-body-removed': {
    summary: 'A response lost its body.',
    reverse: 'response-body-added',
    response: ['WIRE', 'SOURCE'],
    fix: keep,
  },
  'header-added-optional': {
    summary: 'A response header was added, optional.',
    reverse: 'header-removed-optional',
    response: ['additive', 'additive'],
    fix: none,
  },
  'header-removed-optional': {
    summary: 'An optional response header was removed.',
    reverse: 'header-added-optional',
    response: ['SOURCE', 'SOURCE'],
    fix: 'Deprecate it first.',
  },
  'header-added-required': {
    summary: 'A response header was added, required.',
    reverse: 'header-removed-required',
    response: ['additive', 'SOURCE'],
    fix: implement,
  },
  'header-removed-required': {
    summary: 'A required response header was removed.',
    reverse: 'header-added-required',
    response: ['WIRE', 'SOURCE'],
    fix: keep,
  },
  'header-became-required': {
    summary: 'A response header became required.',
    reverse: 'header-became-optional',
    response: ['additive', 'SOURCE'],
    fix: implement,
  },
  'header-became-optional': {
    summary: 'A response header became optional.',
    reverse: 'header-became-required',
    response: ['WIRE', 'additive'],
    fix: 'Go on sending it.',
  },
  // Errors.
  'error-added': {
    summary: 'An endpoint has a further error: a code, or an error status.',
    reverse: 'error-removed',
    response: ['WIRE_STRICT', 'additive'],
    fix: announce,
  },
  'error-removed': {
    summary: 'An endpoint lost an error.',
    reverse: 'error-added',
    response: ['SOURCE', 'SOURCE'],
    fix: 'Go on listing it.',
  },
  'error-became-retriable': {
    summary: 'The same request may succeed later, which it could not before.',
    reverse: 'error-became-final',
    response: ['additive', 'additive'],
    fix: none,
  },
  'error-became-final': {
    summary: 'A retry no longer helps; clients of the old version go on retrying.',
    reverse: 'error-became-retriable',
    response: ['WIRE', 'additive'],
    fix: 'Use a new error code.',
  },
  'error-status-changed': {
    summary: 'An error code has another HTTP status.',
    reverse: 'error-status-changed',
    response: ['WIRE_STRICT', 'additive'],
    fix: 'Use a new error code.',
  },
  // Streams.
  'event-added': {
    summary: 'A stream has a further event.',
    reverse: 'event-removed',
    response: ['WIRE_STRICT', 'additive'],
    fix: announce,
  },
  'event-removed': { summary: 'A stream lost an event.', reverse: 'event-added', response: ['SOURCE', 'SOURCE'], fix: keep },
  'event-id-gained': {
    summary: 'An event carries its id more often: a position to resume from.',
    reverse: 'event-id-lost',
    response: ['additive', 'SOURCE'],
    fix: implement,
  },
  'event-id-lost': {
    summary: 'An event carries its id less often: resume is lost there.',
    reverse: 'event-id-gained',
    response: ['WIRE', 'additive'],
    fix: 'Go on sending the id.',
  },
  'resume-added': { summary: 'A stream can be resumed.', reverse: 'resume-removed', both: ['additive', 'SOURCE'], fix: implement },
  'resume-removed': {
    summary: 'A stream can no longer be resumed: clients of the old version lose events.',
    reverse: 'resume-added',
    both: ['WIRE', 'SOURCE'],
    fix: keep,
  },
  'resume-changed': {
    summary: 'The resume position travels elsewhere.',
    reverse: 'resume-changed',
    both: ['WIRE', 'additive'],
    fix: 'Accept the old carrier too.',
  },
  'resume-renamed': {
    summary: 'The resume option has another name.',
    reverse: 'resume-renamed',
    both: ['SOURCE', 'SOURCE'],
    fix: 'Keep the name.',
  },
  'terminal-changed': {
    summary: 'What a client does after a message changed: go on, reconnect or stop.',
    reverse: 'terminal-changed',
    response: ['WIRE', 'additive'],
    fix: 'Use a new message.',
  },
  'version-changed': {
    summary: 'Messages carry another version.',
    reverse: 'version-changed',
    both: ['WIRE', 'SOURCE'],
    fix: 'Serve both versions for a while.',
  },
  // Sockets.
  'channel-added': { summary: 'A channel was added.', reverse: 'channel-removed', both: ['additive', 'SOURCE'], fix: implement },
  'channel-removed': { summary: 'A channel was removed.', reverse: 'channel-added', both: ['WIRE', 'SOURCE'], fix: keep },
  'channel-renamed': {
    summary: 'A channel has another name; its address is the same.',
    reverse: 'channel-renamed',
    both: ['SOURCE', 'SOURCE'],
    fix: 'Keep the name.',
  },
  'channel-moved': {
    summary: 'A channel has another address; its name is the same.',
    reverse: 'channel-moved',
    both: ['WIRE', 'additive'],
    fix: keep,
  },
  'message-added': {
    summary: 'A channel has a further message.',
    reverse: 'message-removed',
    request: ['additive', 'SOURCE'],
    response: ['WIRE_STRICT', 'additive'],
    fix: announce,
  },
  'message-removed': {
    summary: 'A channel lost a message.',
    reverse: 'message-added',
    request: ['WIRE', 'SOURCE'],
    response: ['SOURCE', 'SOURCE'],
    fix: keep,
  },
  'subprotocol-changed': {
    summary: 'The WebSocket subprotocol changed.',
    reverse: 'subprotocol-changed',
    both: ['WIRE', 'additive'],
    fix: 'Accept both subprotocols for a while.',
  },
  'exchange-added': {
    summary: 'A message became a request that is answered.',
    reverse: 'exchange-removed',
    both: ['additive', 'SOURCE'],
    fix: implement,
  },
  'exchange-removed': {
    summary: 'A request is no longer answered: clients of the old version wait in vain.',
    reverse: 'exchange-added',
    both: ['WIRE', 'SOURCE'],
    fix: keep,
  },
  'reply-added': {
    summary: 'A request may be answered by a further message.',
    reverse: 'reply-removed',
    response: ['WIRE_STRICT', 'additive'],
    fix: announce,
  },
  'reply-removed': {
    summary: 'A message no longer answers a request.',
    reverse: 'reply-added',
    response: ['SOURCE', 'SOURCE'],
    fix: 'Go on listing it.',
  },
  'correlation-changed': {
    summary: 'Requests and replies are paired by another property.',
    reverse: 'correlation-changed',
    both: ['WIRE', 'SOURCE'],
    fix: major,
  },
  'opening-added': {
    summary: 'The server speaks first and wants an answer before anything else.',
    reverse: 'opening-removed',
    both: ['WIRE', 'SOURCE'],
    fix: major,
  },
  'opening-removed': {
    summary: 'The opening challenge is gone: clients of the old version wait for it.',
    reverse: 'opening-added',
    both: ['WIRE', 'SOURCE'],
    fix: major,
  },
  'opening-changed': {
    summary: 'The opening challenge uses other messages.',
    reverse: 'opening-changed',
    both: ['WIRE', 'SOURCE'],
    fix: major,
  },
  'close-code-added': {
    summary: 'A close code was added.',
    reverse: 'close-code-removed',
    response: ['WIRE_STRICT', 'additive'],
    fix: announce,
  },
  'close-code-removed': {
    summary: 'A close code was removed.',
    reverse: 'close-code-added',
    response: ['SOURCE', 'SOURCE'],
    fix: 'Go on listing it.',
  },
  'close-code-changed': {
    summary: 'What a client does after a close code changed.',
    reverse: 'close-code-changed',
    response: ['WIRE', 'additive'],
    fix: 'Use a new code.',
  },
  // Both.
  'security-tightened': {
    summary: 'A credential that sufficed does so no more.',
    reverse: 'security-loosened',
    both: ['WIRE', 'additive'],
    fix: 'Accept the old alternative too.',
  },
  'security-loosened': {
    summary: 'A further credential suffices, or none is needed.',
    reverse: 'security-tightened',
    both: ['additive', 'SOURCE'],
    fix: 'Handle requests without the old principal.',
  },
  'scope-added': {
    summary: 'A further scope is needed.',
    reverse: 'scope-removed',
    both: ['WIRE', 'additive'],
    fix: 'Grant the scope to existing clients first.',
  },
  'scope-removed': { summary: 'A scope is no longer needed.', reverse: 'scope-added', both: ['additive', 'additive'], fix: none },
  'security-scheme-changed': {
    summary: 'A credential is presented in another way.',
    reverse: 'security-scheme-changed',
    both: ['WIRE', 'SOURCE'],
    fix: 'Add a second scheme.',
  },
  'server-added': { summary: 'A server was added.', reverse: 'server-removed', both: ['additive', 'additive'], fix: none },
  'server-removed': {
    summary: 'A server was removed.',
    reverse: 'server-added',
    both: ['WIRE', 'additive'],
    fix: 'Keep the address alive.',
  },
  'limit-raised': {
    summary: 'A published limit was raised.',
    reverse: 'limit-lowered',
    request: ['additive', 'additive'],
    response: ['WIRE_STRICT', 'additive'],
    both: ['WIRE_STRICT', 'additive'],
    fix: announce,
  },
  'limit-lowered': {
    summary: 'A published limit was lowered.',
    reverse: 'limit-raised',
    request: ['WIRE', 'additive'],
    response: ['additive', 'WIRE_STRICT'],
    both: ['WIRE', 'WIRE_STRICT'],
    fix: keep,
  },
  'documentation-changed': {
    summary: 'Text, examples, tags or a deprecation changed.',
    reverse: 'documentation-changed',
    request: ['documentation', 'documentation'],
    response: ['documentation', 'documentation'],
    both: ['documentation', 'documentation'],
    fix: none,
  },
  'not-modelled-changed': {
    summary: 'A part that these rules do not judge changed: webhooks, callbacks, links, other protocols\u2019 bindings.',
    reverse: 'not-modelled-changed',
    both: ['WIRE', 'SOURCE'],
    fix: 'Judge it by hand.',
  },
} as const satisfies Record<string, DiffRule>;

export type RuleId = keyof typeof rules;
