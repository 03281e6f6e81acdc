// For applications.
export { TransportError, type SocketClose, type TransportErrorFields } from './transport-error.ts';
export { transportErrors, type TransportErrorCode, type TransportErrorRow } from './error-table.ts';
export { ServiceError, type ServiceErrorFields } from './service-error.ts';
export type {
  Attempt,
  AttemptOptions,
  CallOptions,
  ClientOptions,
  CredentialRequest,
  SocketFactoryInput,
  Timers,
  WakeUps,
} from './options.ts';
export type { ConnectionState, EventStream, StreamOptions } from './stream-state.ts';
export type { Correlatable, DuplexSocket, OpeningOptions, ReplyOptions, SocketOptions } from './socket-types.ts';
export type { DescriptionCheck } from './discovery.ts';
export type { BackOffPolicy } from './back-off.ts';
export type { WebSocketConstructor, WebSocketLike } from './web-socket.ts';
export { createDuplicateFilter } from './duplicate-filter.ts';

// For whoever writes a client without the generator: what generated ones are made of.
export { createContext, type ClientContext } from './context.ts';
export { descriptionCheck } from './discovery.ts';
export { operationMethod } from './operation.ts';
export { streamMethod } from './stream.ts';
export { socketMethod } from './socket.ts';
export type {
  Access,
  Decode,
  ErrorDescriptor,
  EventDescriptor,
  ExchangeDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
  ResponseDescriptor,
  ResponseHeaderDescriptor,
  ResumeDescriptor,
  SecurityScheme,
  ServiceDescriptor,
  SocketDescriptor,
  StreamDescriptor,
} from './descriptor.ts';
