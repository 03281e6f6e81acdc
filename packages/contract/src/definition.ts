import type { TSchema } from 'typebox';

/**
 * What an author writes. Plain data: no functions, no classes. `defineContract` checks it and freezes it.
 *
 * Every schema is a TypeBox type. A type that appears in `schemas` is named: wherever the same TypeBox value is used
 * (in another type, an operation, a stream, a socket) the descriptions refer to the component of that name.
 */
export interface ContractDefinition {
  /** Kebab-case identity, also the base name of the generated packages: `orders` gives `orders-client`, `orders-server`. */
  readonly id: string;
  /** Semantic version. Its major number is what messages carry in their version field. */
  readonly version: string;
  readonly title: string;
  readonly summary: string;
  readonly description?: string;
  /** `identifier` is an SPDX expression. */
  readonly license: { readonly name: string; readonly identifier: string };
  /** At least one. The WebSocket address is derived from the URL: `https` gives `wss`. */
  readonly servers: Readonly<Record<string, ServerDefinition>>;
  /** PascalCase name to type. */
  readonly schemas: Readonly<Record<string, TSchema>>;
  /** Error code (snake_case) to its registry row. */
  readonly errors: Readonly<Record<string, ErrorDefinition>>;
  readonly security: Readonly<Record<string, SecurityDefinition>>;
  /** Every published bound, by camelCase name. */
  readonly limits: Readonly<Record<string, LimitDefinition>>;
  readonly tags?: Readonly<Record<string, string>>;
  readonly operations?: Readonly<Record<string, OperationDefinition>>;
  readonly streams?: Readonly<Record<string, StreamDefinition>>;
  readonly sockets?: Readonly<Record<string, SocketDefinition>>;
  /** Examples of named schemas: schema name, example name. */
  readonly examples?: Readonly<Record<string, Readonly<Record<string, ExampleDefinition>>>>;
}

export interface ServerDefinition {
  /** Absolute `http` or `https` URL without query or fragment; a path prefix is allowed. */
  readonly url: string;
  readonly description: string;
}

export interface ErrorDefinition {
  /** HTTP status, 400..599. */
  readonly status: number;
  /** Whether the same request may succeed later without a change by the caller. */
  readonly retriable: boolean;
  /**
   * Shape of `details` in the body, or null when the body has none. Where it is no named type it becomes one: `NotFoundErrorDetails`
   * for `not_found`.
   */
  readonly details: TSchema | null;
  /** Where the status comes from: a specification section or a decision. */
  readonly statusSource: string;
  readonly description: string;
  /** Set where every answer must be the same bytes: the body's `message` is this constant. */
  readonly message?: string;
}

export type SecurityDefinition =
  | { readonly kind: 'bearer'; readonly format?: string; readonly description: string; readonly scopes?: Readonly<Record<string, string>> }
  | { readonly kind: 'api-key'; readonly header: string; readonly description: string };

/** One alternative: the named scheme with these scopes. `'public'` states that no credential is needed. */
export type SecurityRequirement = { readonly scheme: string; readonly scopes?: readonly string[] };
export type Access = readonly SecurityRequirement[] | 'public';

export type LimitUnit = 'bytes' | 'milliseconds' | 'seconds' | 'items' | 'levels' | 'per-second';
export interface LimitDefinition {
  /** Safe integer, at least 0. */
  readonly value: number;
  readonly unit: LimitUnit;
  readonly description: string;
}

export interface ExampleDefinition {
  readonly summary: string;
  readonly value: unknown;
}
export type Examples = Readonly<Record<string, ExampleDefinition>>;

/** Values that travel as text outside a body. Each is a string, integer, number, boolean or literal type, or an array of those (query only, repeated). */
export interface ParametersDefinition {
  readonly path?: Readonly<Record<string, TSchema>>;
  readonly query?: Readonly<Record<string, TSchema>>;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, TSchema>>;
}

export interface BodyDefinition {
  /** A named schema. */
  readonly schema: TSchema;
  readonly description?: string;
  /** Name of the limit (unit bytes) that is checked before the body is parsed. */
  readonly maxBytes: string;
  readonly examples: Examples;
}

export interface RequestDefinition extends ParametersDefinition {
  readonly body?: BodyDefinition;
}

export interface ResponseDefinition {
  readonly description: string;
  /** A named schema; absent: no body. */
  readonly schema?: TSchema;
  readonly headers?: Readonly<Record<string, TSchema>>;
  readonly examples?: Examples;
}

export type HttpMethod = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';

interface Documented {
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
}

export interface OperationDefinition extends Documented {
  readonly method: HttpMethod;
  /** Template such as `/orders/{orderId}`. */
  readonly path: string;
  readonly access: Access;
  readonly request?: RequestDefinition;
  /** Success statuses, 200..299. */
  readonly responses: Readonly<Record<number, ResponseDefinition>>;
  /** Registered codes. */
  readonly errors: readonly string[];
}

/** How messages say which major version of the contract they belong to. */
export type VersionCarrier = { readonly field: string } | { readonly none: string };

export interface EventDefinition {
  readonly description?: string;
  /** Whether the event's SSE `id:` is present, and so whether a client may resume from it. */
  readonly id: 'always' | 'optional' | 'never';
  /** Set on a stream's last message: what the client does next. */
  readonly terminal?: 'reconnect' | 'final';
  readonly examples: Examples;
}

/** What a client resumes from. The position is the `id:` of the last event handled. */
export interface ResumeDefinition {
  /** The option's name in the generated client, and the word for the position. */
  readonly option: 'cursor' | 'lastEventId';
  /** Whether `Last-Event-ID` carries it. */
  readonly header: boolean;
  /** Top-level optional string property of the request body that carries it; it beats the header. */
  readonly bodyField?: string;
  readonly description: string;
}

export interface StreamDefinition extends Documented {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: Access;
  readonly request?: RequestDefinition;
  readonly errors: readonly string[];
  /** Name of the literal property that discriminates messages; equal to the SSE `event:`. */
  readonly tag: string;
  readonly version: VersionCarrier;
  /** A named union of tagged objects (or one tagged object): the whole ServerMessage. */
  readonly message: TSchema;
  /** One entry for each tag that this stream sends: all tags of `message`, or a subset. */
  readonly events: Readonly<Record<string, EventDefinition>>;
  /** Whether clients skip events that `events` does not list (H1.5); absent: such an event ends the stream. */
  readonly unknownEvents?: 'ignore';
  readonly resume?: ResumeDefinition;
  /** Names of limits. */
  readonly limits: { readonly eventBytes: string; readonly heartbeatMs: string };
}

export interface SocketMessageDefinition {
  readonly description?: string;
  readonly examples: Examples;
  readonly terminal?: 'reconnect' | 'final';
}

export interface ExchangeDefinition {
  /** Tags of the server messages that may answer. */
  readonly replies: readonly string[];
  /** Top-level property that request and reply share, for example `requestId`. */
  readonly correlation: string;
}

export interface CloseCodeDefinition {
  readonly name: string;
  readonly description: string;
  readonly reconnect: boolean;
}

export interface SocketDefinition extends Documented {
  readonly path: string;
  /** Versioned: ends in `.v` and the contract's major version. */
  readonly subprotocol: string;
  readonly access: Access;
  readonly request?: ParametersDefinition;
  readonly errors: readonly string[];
  readonly tag: string;
  readonly version: VersionCarrier;
  /** What clients send: a named union of tagged objects, or one. */
  readonly client: TSchema;
  /** What the server sends; its tags and the client's are disjoint. */
  readonly server: TSchema;
  /** One entry per tag in use, both directions. */
  readonly messages: Readonly<Record<string, SocketMessageDefinition>>;
  /** By tag of the requesting client message. */
  readonly exchanges?: Readonly<Record<string, ExchangeDefinition>>;
  /** Challenge first: the server speaks, and accepts nothing but `answer` until it has sent `accepted`. */
  readonly opening?: { readonly challenge: string; readonly answer: string; readonly accepted: string };
  /** Application close codes, 4000..4999; the RFC 6455 ones in use are added by the model. */
  readonly closeCodes: Readonly<Record<number, CloseCodeDefinition>>;
  /** Names of limits. */
  readonly limits: { readonly messageBytes: string; readonly replyMs: string };
}
