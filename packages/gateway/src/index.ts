// For applications that serve a generated package.
export { createServer, type CreateServerOptions } from './create-server.ts';
export { gatewayOf, gatewayPlugin, servicePlugin, type GatewayPlugin } from './fastify-adapter.ts';
export type { Gateway, GatewayOptions } from './gateway.ts';
export type { ServiceOptions } from './service.ts';
export type { Authenticate, Authentication, AuthenticationSubject, Credential } from './authentication.ts';
export { secretsEqual, staticTokens } from './secrets.ts';
export {
  attachDirectly,
  createBroadcast,
  SubscriberOverflow,
  type Broadcast,
  type DirectSink,
  type DirectSource,
  type EventOf,
  type SubscribeOptions,
  type Subscription,
} from './broadcast.ts';
export { IdentifiedEvent, preparedEvent, PreparedEvent, withId } from './event-encoder.ts';
export { ServiceError, type ServiceErrorOptions } from './service-error.ts';
export { GATEWAY_ERRORS, GatewayError, type GatewayErrorCode } from './gateway-error.ts';
export { GATEWAY_LIMITS, type GatewayLimitName, type GatewayLimits, type Limits } from './limits.ts';
export type { Logger } from './logger.ts';
export type { Clock, Timers } from './time.ts';

// For generated packages.
export type {
  Awaitable,
  CursorContext,
  LastEventIdContext,
  OpeningContext,
  RequestContext,
  SocketConnection,
  SocketEnd,
  StreamContext,
} from './context.ts';
export type { StreamEndReason } from './stream-session.ts';
export { GATEWAY_FAULTS, type DescriptionDescriptor, type GatewayFault, type ServerDescriptor } from './descriptor.ts';

// For adapters to other servers.
export { createGateway, type MountedRoute, type SocketMount } from './gateway.ts';
export type {
  BodyOutcome,
  ByteSink,
  ByteSinkEvents,
  HeaderList,
  HttpExchange,
  HttpRequest,
  HttpResponse,
  StreamBlock,
  StreamSink,
} from './http-exchange.ts';
export type { SocketSink, SocketSinkEvents, UpgradeExchange } from './socket-exchange.ts';
