import type { DecodeOptions, Input } from '@tidemark/codec';
import type { ServiceError, ServiceErrorFields } from './service-error.ts';

/** A generated decoder: JSON text, bytes or a parsed value to a typed one, or a thrown `DecodeError`. */
export type Decode<T> = (input: Input, options?: DecodeOptions) => T;

/** Alternatives that admit a caller; an empty list means public. */
export type Access = readonly { readonly scheme: string; readonly scopes: readonly string[] }[];

export type SecurityScheme = { readonly kind: 'bearer' } | { readonly kind: 'api-key'; readonly header: string };

/** A value that travels as text. `repeated` (query only): an array, one key for each item. */
export interface ParameterDescriptor {
  readonly name: string;
  /** Property of the request that carries it, where another one has its name. */
  readonly property?: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly repeated?: true;
}

export interface ErrorDescriptor {
  readonly status: number;
  readonly retriable: boolean;
  /** The generated class. */
  readonly type: new (fields: ServiceErrorFields<never, never>) => ServiceError;
  /** Decodes `details`; `any`: whatever JSON the body has; null: the body has none. */
  readonly details: Decode<unknown> | null;
}

interface EndpointDescriptor {
  readonly name: string;
  /** Template such as `/orders/{orderId}`. */
  readonly path: string;
  readonly access: Access;
  readonly parameters: readonly ParameterDescriptor[];
}

export interface ResponseHeaderDescriptor {
  readonly name: string;
  readonly required: boolean;
  readonly type: 'string' | 'number' | 'boolean';
}
export interface ResponseDescriptor {
  /** Absent: no body. */
  readonly decode?: Decode<unknown>;
  readonly headers?: readonly ResponseHeaderDescriptor[];
}

/** `Request` and `Result` exist for the type checker alone. */
export interface OperationDescriptor<Request = unknown, Result = unknown> extends EndpointDescriptor {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  readonly body?: { readonly maxBytes: number };
  /** By status. */
  readonly responses: Readonly<Record<number, ResponseDescriptor>>;
  /** `body`: the call resolves to the decoded body. `response`: to `{ status, body, headers }`, since one of them varies. */
  readonly result: 'body' | 'response';
  readonly types?: { readonly request: Request; readonly result: Result };
}

export interface EventDescriptor {
  readonly decode: Decode<unknown>;
  readonly id: 'always' | 'optional' | 'never';
  readonly terminal?: 'reconnect' | 'final';
}
export interface ResumeDescriptor {
  /** Name of the call's option that carries the position. */
  readonly option: string;
  /** Where each attempt writes it: the `Last-Event-ID` header, or a property of the body. */
  readonly carrier: { readonly in: 'header' } | { readonly in: 'body'; readonly field: string };
}
export interface StreamDescriptor<Request = unknown, Event = unknown> extends EndpointDescriptor {
  readonly method: 'GET' | 'POST';
  readonly body?: { readonly maxBytes: number };
  /** By tag, which is the SSE `event:`. */
  readonly events: Readonly<Record<string, EventDescriptor>>;
  /** `refuse`: an event that is not listed ends the stream with `invalid-event`. `ignore`: it is skipped and moves no position (H1.5). */
  readonly unknownEvents: 'refuse' | 'ignore';
  readonly resume?: ResumeDescriptor;
  readonly eventBytes: number;
  readonly heartbeatMs: number;
  readonly types?: { readonly request: Request; readonly event: Event };
}

export interface SocketMessageDescriptor {
  readonly terminal?: 'reconnect' | 'final';
}
export interface ExchangeDescriptor {
  /** Tags that may answer. */
  readonly replies: readonly string[];
  /** Property that request and reply share. */
  readonly correlation: string;
  /** What the client fills in when the caller leaves the correlation out; absent: the caller must give it. */
  readonly fill?: 'text' | 'number';
}
/** `Socket` is the generated interface. */
export interface SocketDescriptor<Request = unknown, Socket = unknown> extends EndpointDescriptor {
  readonly subprotocol: string;
  /** Property that tells messages apart. */
  readonly tag: string;
  /** Decodes any message of the server. */
  readonly decode: Decode<unknown>;
  /** Server messages that end the conversation, by tag. */
  readonly terminals: Readonly<Record<string, 'reconnect' | 'final'>>;
  /** By tag of the requesting message. */
  readonly exchanges: Readonly<Record<string, ExchangeDescriptor>>;
  /** Challenge first: tags of the three opening messages. */
  readonly opening?: { readonly challenge: string; readonly answer: string; readonly accepted: string };
  readonly closeCodes: Readonly<Record<number, { readonly name: string; readonly reconnect: boolean }>>;
  readonly messageBytes: number;
  readonly replyMs: number;
  readonly types?: { readonly request: Request; readonly socket: Socket };
}

/** What every endpoint of one contract shares. */
export interface ServiceDescriptor {
  readonly id: string;
  readonly version: string;
  readonly errors: Readonly<Record<string, ErrorDescriptor>>;
  readonly security: Readonly<Record<string, SecurityScheme>>;
  /** Digests of the descriptions that the client was generated with. */
  readonly digests: { readonly openapi?: string; readonly asyncapi?: string };
}
