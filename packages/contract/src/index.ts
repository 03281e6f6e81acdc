// For authors of contracts.
export { default as Type, type Static, type TSchema } from 'typebox';
export { Base64Url, Float, Int64, Json, SafeUint, Sha256, Text, Timestamp, Uint64, Utf8, type Doc } from './scalars.ts';
export { Dictionary, List, Nullable, Struct, Tagged, type TaggedOptions } from './structures.ts';
export { binaryStruct, bytes, u32, u64, u64Safe, u8, type BinaryFieldDefinition } from './binary-struct.ts';
export { defineContract, isContract, type Contract } from './define-contract.ts';
export { merge, type MergedIdentity } from './merge.ts';
export { sampleValue } from './sample-value.ts';
export { CONTRACT_ISSUES, ContractError, IssueList, type ContractIssue, type ContractIssueCode } from './issue.ts';
export type {
  Access,
  BodyDefinition,
  CloseCodeDefinition,
  ContractDefinition,
  ErrorDefinition,
  EventDefinition,
  ExampleDefinition,
  Examples,
  ExchangeDefinition,
  HttpMethod,
  LimitDefinition,
  LimitUnit,
  OperationDefinition,
  ParametersDefinition,
  RequestDefinition,
  ResponseDefinition,
  ResumeDefinition,
  SecurityDefinition,
  SecurityRequirement,
  ServerDefinition,
  SocketDefinition,
  SocketMessageDefinition,
  StreamDefinition,
  VersionCarrier,
} from './definition.ts';
// For the model, which reads a contract as JSON Schema.
export { definitionsOf, fingerprint, isOptional, isWrapper, referenceName, type Definitions, type JsonSchema } from './json-schema.ts';
export { inlineTypes, isInlineDetails } from './check/context.ts';
export { errorDetailsName } from './error-names.ts';
export { SchemaNames } from './named.ts';
export { own } from './own.ts';
export { isPattern } from './pattern.ts';
export { pointer, type Path } from './path.ts';
export {
  dereference,
  flattenUnion,
  isEndless,
  isLiteral,
  isUnion,
  jsonTypes,
  literalOf,
  literalValues,
  tagCandidates,
  tagOf,
  wholeUnion,
  type JsonType,
} from './union.ts';
export { BINARY, DECODED_BYTES, MAX_BYTES, MAX_DEPTH, SCALAR, UNBOUNDED } from './keywords.ts';
