import { type Path, pointer } from './path.ts';

/** Codes of what can be wrong with a contract, with what each means and how it is mended. */
export const CONTRACT_ISSUES = {
  'not-plain-data': {
    meaning: 'A definition holds what is no plain JSON data: a function, a class instance, itself.',
    fix: 'Write plain objects, lists, strings, finite numbers, booleans, null, and TypeBox types.',
  },
  'malformed-definition': {
    meaning: 'A field of the definition is missing, unknown, or of the wrong kind.',
    fix: 'Write what the reason names; ContractDefinition documents every field.',
  },
  'malformed-name': { meaning: 'A name is not of the required form.', fix: 'Use the form that the reason states.' },
  'reserved-name': {
    meaning:
      'A name means something else to generated code or to readers of descriptions: a member of every object or client, a type of the client package, a keyword.',
    fix: 'Rename it; the reason says what has the name.',
  },
  'malformed-version': { meaning: 'The version is not semantic.', fix: 'Use major.minor.patch, for example 1.0.0.' },
  'malformed-url': {
    meaning: 'A server URL is not an absolute http or https URL without query or fragment.',
    fix: 'Write for example https://api.example.com.',
  },
  'malformed-path': {
    meaning: 'A path template is not of the form /segment/{parameter}.',
    fix: 'Start with /, use unreserved characters, one whole segment per parameter.',
  },
  'duplicate-name': {
    meaning: 'Two endpoints, two parameters of one, or two types share a name, or two contracts give one name to different things.',
    fix: 'Rename one of them.',
  },
  'duplicate-path': { meaning: 'Two endpoints answer the same method and path.', fix: 'Change the method or the path of one of them.' },
  'undescribed-path-parameter': {
    meaning: 'A path template and its parameters differ.',
    fix: 'Give every {parameter} a type under request.path, and remove the others.',
  },
  'unnamed-schema': {
    meaning: 'A body, response or message type is not one of the named schemas.',
    fix: 'Put the type into schemas and use the same value here.',
  },
  'ambiguous-name': {
    meaning: 'Two named schemas have the same content, so a clone of it cannot be told apart.',
    fix: 'Give one of them a description of its own.',
  },
  'unknown-reference': { meaning: 'A reference names no schema.', fix: 'Define it in the same Cyclic or in schemas.' },
  'unregistered-error': {
    meaning: 'An endpoint names an error that is not in the registry.',
    fix: 'Add a row to errors, or remove the name.',
  },
  'missing-error': {
    meaning: 'An operation or a stream names no error with a status from 400 to 499.',
    fix: 'Register one and name it: any request can be malformed (400), and most can name what is not there (404).',
  },
  'unknown-scheme': {
    meaning: 'An access requirement names no security scheme, or a scope that the scheme does not list.',
    fix: 'Add it under security, or remove it.',
  },
  'unknown-limit': {
    meaning: 'A limit is named that limits does not define, or one of another unit.',
    fix: 'Define it under limits with the unit that the reason states.',
  },
  'unknown-tag': {
    meaning: 'A tag is named that no message carries, or a message of a channel has no entry.',
    fix: 'Use the literal of the message; it is also the SSE event name.',
  },
  'undescribed-tag': {
    meaning: 'An endpoint belongs to a documentation tag that tags does not describe.',
    fix: 'Add it to tags, or remove it.',
  },
  'untagged-union': {
    meaning: 'Members of a union of objects are not told apart by a single required literal property.',
    fix: 'Build each member with Tagged(...), all with the same tag property and different values.',
  },
  'overlapping-union': {
    meaning: 'Members of a union accept values of the same JSON type.',
    fix: 'Use literals, one tagged union of objects, or types that differ (string or null).',
  },
  'overlapping-tags': {
    meaning: 'A tag is used in both directions of a socket.',
    fix: 'Rename one: AsyncAPI demands that every message on a channel matches exactly one.',
  },
  'missing-version': {
    meaning: 'A message does not carry the literal major version of its contract.',
    fix: 'Add the version field as a literal of the major version, or state version: { none: why }.',
  },
  'open-object': {
    meaning: 'An object accepts fields that it does not list.',
    fix: 'Use Struct(...) or additionalProperties: false; for maps use Dictionary(...).',
  },
  unbounded: { meaning: 'A wire type has no bound.', fix: 'Add the bound that the reason names, or state x-unbounded: why.' },
  'unsupported-type': {
    meaning: 'JSON Schema cannot carry this type, or the representation does not.',
    fix: 'Use the plain JSON form that the reason names.',
  },
  'malformed-schema': {
    meaning: 'A keyword of a type has a value of the wrong kind.',
    fix: 'Use the value that the reason names, or the function that makes such a type.',
  },
  'malformed-bound': { meaning: 'Bounds contradict each other.', fix: 'Put the lower bound below the upper one.' },
  'malformed-scalar': {
    meaning: "A wire scalar's annotation does not agree with the keywords beside it.",
    fix: 'Make the type with the function of that name, without overriding its keywords.',
  },
  'malformed-layout': {
    meaning: 'A binary layout does not agree with its struct, or cannot be encoded.',
    fix: 'Make it with binaryStruct and the field that the reason names mended.',
  },
  'endless-type': {
    meaning: 'A type is defined as itself.',
    fix: 'Put an object or a list between the type and the reference to itself, or name what the reason names.',
  },
  'malformed-pattern': { meaning: 'A pattern is no ECMA-262 regular expression with the u flag.', fix: 'Mend the expression.' },
  'unsafe-pattern': {
    meaning:
      'A pattern may take time exponential in the length of a text, however short its bound: the decoder that judges hostile input applies it.',
    fix: 'Let no repetition be read in two ways: not (a+)+ but a+, not (a|a)* but a*; put a separator between what is repeated.',
  },
  'invalid-example': { meaning: 'An example does not decode as its type.', fix: 'Mend the example or the type.' },
  'missing-example': { meaning: 'A request, response or message has no example.', fix: 'Add at least one example.' },
  'malformed-error-row': {
    meaning: 'A row of the error registry is not valid.',
    fix: 'Use a status from 400 to 599 and a bounded details type or null.',
  },
  'malformed-parameter': {
    meaning: 'A parameter cannot travel as text.',
    fix: 'Use a string, integer, number, boolean, literal, or (in a query) a list of those.',
  },
  'malformed-resume': {
    meaning: 'A stream that can be resumed lacks a carrier or an event with an id.',
    fix: 'Give resume a header or a body field that is an optional string, and an event with id.',
  },
  'malformed-exchange': {
    meaning: 'A request and its replies do not share the correlation field.',
    fix: 'Give each the required field with the same type.',
  },
  'malformed-opening': {
    meaning: 'The opening names messages of the wrong direction.',
    fix: 'challenge and accepted are server tags, answer is a client tag.',
  },
  'malformed-subprotocol': {
    meaning: 'A subprotocol is no HTTP token, or does not end in the major version.',
    fix: 'Use for example tidemark.orders.v1.',
  },
  'malformed-close-code': { meaning: 'An application close code is outside 4000 to 4999.', fix: 'Choose one within.' },
  'malformed-limit': { meaning: 'A limit is not a safe integer of at least 0.', fix: 'Mend the value.' },
  'malformed-status': {
    meaning: 'A success status is outside 200 to 299, or 204 with a body.',
    fix: 'Mend the status or remove the body.',
  },
  empty: { meaning: 'A contract lacks what it must have at least one of.', fix: 'Add one.' },
} as const satisfies Record<string, { meaning: string; fix: string }>;

export type ContractIssueCode = keyof typeof CONTRACT_ISSUES;

/** One finding: where (JSON Pointer into the definition), why, and what to do. */
export interface ContractIssue {
  readonly code: ContractIssueCode;
  readonly path: string;
  readonly reason: string;
  readonly fix: string;
}

/** Thrown by `defineContract` and `merge`: every issue that was found, in the order of the definition. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly code = 'invalid-contract';
  readonly issues: readonly ContractIssue[];

  constructor(contract: string, issues: readonly ContractIssue[]) {
    super(`Contract ${contract} is invalid:\n${issues.map((i) => `  ${i.path}: [${i.code}] ${i.reason} Fix: ${i.fix}`).join('\n')}`);
    this.issues = issues;
  }
}

/** Collects issues at a moving place in the definition. */
export class IssueList {
  readonly issues: ContractIssue[] = [];

  add(code: ContractIssueCode, path: Path, reason: string): void {
    this.issues.push({ code, path: pointer(path), reason, fix: CONTRACT_ISSUES[code].fix });
  }
}
