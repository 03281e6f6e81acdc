export {
  createSseParser,
  DEFAULT_SSE_BOUNDS,
  type SseFrame,
  type SseParser,
  type SseParserBounds,
  type SseSink,
} from './sse/sse-parser.ts';
export { EventStreamFault } from './sse/event-stream-fault.ts';
export {
  openExchange,
  type ExchangeEnd,
  type ExchangeSink,
  type OpenExchange,
  type RawRequest,
  type WireTap,
} from './http/raw-exchange.ts';
export { headerValues, HttpFault, mediaType, type HeaderLine, type ResponseHead } from './http/response-head.ts';
