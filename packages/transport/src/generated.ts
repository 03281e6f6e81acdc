/** What generated clients import, and nobody else: its names may change in any version, together with the generator. */
export { createContext } from './context.ts';
export { descriptionCheck, type DescriptionCheck } from './discovery.ts';
export { operationMethod } from './operation.ts';
export { ServiceError } from './service-error.ts';
export { socketMethod } from './socket.ts';
export { streamMethod } from './stream.ts';
export type { OperationDescriptor, ServiceDescriptor, SocketDescriptor, StreamDescriptor } from './descriptor.ts';
export type { CallOptions, ClientOptions } from './options.ts';
export type { Correlatable, DuplexSocket, OpeningOptions, ReplyOptions, SocketOptions } from './socket-types.ts';
export type { EventStream, StreamOptions } from './stream-state.ts';
