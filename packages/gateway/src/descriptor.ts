import type { ParameterNode } from './parameter-node.ts';

/**
 * What a generated server package tells the gateway about a contract: data and decoder functions, no control flow.
 * Names are the contract's own. Numbers that are bounds are names of `limits` entries, so that one table says them all.
 */
export interface ServerDescriptor {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly errors: readonly ErrorDescriptor[];
  /** Which registered code the gateway's own refusals use; a missing one gets the documented generic body. */
  readonly gatewayErrors: Readonly<Partial<Record<GatewayFault, string>>>;
  /** The contract's published bounds by name; the gateway's own names (see `limits.ts`) may be among them. */
  readonly limits: Readonly<Record<string, number>>;
  readonly security: readonly SecurityDescriptor[];
  readonly operations: readonly OperationDescriptor[];
  readonly streams: readonly StreamDescriptor[];
  readonly sockets: readonly SocketDescriptor[];
  /** The description documents, byte for byte as they are published. */
  readonly descriptions: readonly DescriptionDescriptor[];
}

export interface DescriptionDescriptor {
  /** For example `openapi.json`; also its address. */
  readonly file: string;
  readonly mediaType: 'application/json' | 'application/yaml';
  /** SHA-256 of the document's canonical JSON (C2.3), whichever form this is. */
  readonly digest: string;
  readonly text: string;
}

/** Decodes JSON text or bytes, checked in full; throws `DecodeError`. Generated, one for each named schema. */
export type Decoder<T = unknown> = (input: string | Uint8Array, options?: { readonly maxBytes?: number; readonly maxDepth?: number }) => T;

/** Refusals that the gateway itself makes. The value is the registered code that a contract uses for it by convention. */
export const GATEWAY_FAULTS = {
  invalid: 'validation_error',
  unauthenticated: 'unauthenticated',
  forbidden: 'forbidden',
  notFound: 'not_found',
  methodNotAllowed: 'method_not_allowed',
  notAcceptable: 'not_acceptable',
  requestTimeout: 'request_timeout',
  tooLarge: 'payload_too_large',
  unsupportedMediaType: 'unsupported_media_type',
  upgradeRequired: 'upgrade_required',
  rateLimited: 'rate_limited',
  internal: 'internal_error',
  unavailable: 'temporarily_unavailable',
} as const;
export type GatewayFault = keyof typeof GATEWAY_FAULTS;

export interface ErrorDescriptor {
  readonly code: string;
  readonly status: number;
  readonly retriable: boolean;
  /** The body's message where the program gives none. */
  readonly message: string;
  /** Whether every answer carries exactly `message`, so that answers are byte-identical. */
  readonly constant: boolean;
  /** What the body's `details` may be: nothing, what the program gives, or `{ code, path }`, which the gateway's own refusals of a malformed request fill. */
  readonly details: 'none' | 'program' | 'violation';
  /** For `violation`: longest `path` in code points. */
  readonly pathLength?: number;
}

export type SecurityDescriptor =
  | { readonly name: string; readonly kind: 'bearer' }
  | { readonly name: string; readonly kind: 'api-key'; readonly header: string };

export interface EndpointDescriptor {
  /** camelCase; also the handler's name. */
  readonly name: string;
  /** Template such as `/orders/{orderId}`. */
  readonly path: string;
  /** Alternatives; empty: public, stated as such in the contract. */
  readonly access: readonly { readonly scheme: string; readonly scopes: readonly string[] }[];
  readonly parameters: readonly ParameterDescriptor[];
}

export interface ParameterDescriptor {
  /** Header names are in lower case. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly node: ParameterNode;
}

export interface BodyDescriptor {
  readonly decode: Decoder;
  /** Name of a limit in bytes, checked before the body is buffered. */
  readonly maxBytes: string;
}

export interface ResponseDescriptor {
  readonly status: number;
  /** Absent: no body. */
  readonly decode?: Decoder;
  readonly headers: readonly { readonly name: string; readonly required: boolean; readonly node: ParameterNode }[];
}

export interface OperationDescriptor extends EndpointDescriptor {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  readonly body?: BodyDescriptor;
  readonly responses: readonly ResponseDescriptor[];
}

/** A message that the server sends, with the decoder that proves it before it leaves. */
export interface MessageDescriptor {
  readonly tag: string;
  readonly decode: Decoder;
  readonly terminal?: 'reconnect' | 'final';
}

export interface EventDescriptor extends MessageDescriptor {
  readonly id: 'always' | 'optional' | 'never';
}

export interface StreamDescriptor extends EndpointDescriptor {
  readonly method: 'GET' | 'POST';
  readonly body?: BodyDescriptor;
  /** Name of the property that discriminates messages. */
  readonly tag: string;
  readonly events: readonly EventDescriptor[];
  readonly resume?: { readonly option: 'cursor' | 'lastEventId'; readonly header: boolean; readonly bodyField?: string };
  readonly limits: { readonly eventBytes: string; readonly heartbeatMs: string };
}

export interface SocketDescriptor extends EndpointDescriptor {
  readonly subprotocol: string;
  readonly tag: string;
  /** Decodes every message that a client may send. */
  readonly decode: Decoder;
  /** Tags that clients send. */
  readonly client: readonly string[];
  readonly server: readonly MessageDescriptor[];
  readonly exchanges: readonly { readonly request: string; readonly replies: readonly string[]; readonly correlation: string }[];
  readonly opening?: { readonly challenge: string; readonly answer: string; readonly accepted: string };
  readonly closeCodes: readonly { readonly code: number; readonly name: string }[];
  readonly limits: { readonly messageBytes: string; readonly replyMs: string };
}
