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
export { createDuplicateFilter } from './duplicate-filter.ts';
export type { BackOffPolicy } from './back-off.ts';
export type { WebSocketConstructor, WebSocketLike } from './web-socket.ts';

// For generated clients: one function for each kind of endpoint, so that a bundle holds only the kinds that the contract has.
export { createContext, type ClientContext } from './context.ts';
export { operationMethod } from './operation.ts';
export { streamMethod } from './stream.ts';
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
export { socketMethod } from './socket.ts';
export type { DuplexSocket, OpeningOptions, ReplyOptions, SocketOptions } from './socket-types.ts';
export { descriptionCheck, type DescriptionCheck } from './discovery.ts';
