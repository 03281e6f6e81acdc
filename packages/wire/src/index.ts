export { wireErrors, type ErrorRow, type WireErrorCode } from './errors.ts';
export { WireError } from './wire-error.ts';

// SSE, both sides
export { createSseParser, defaultSseBounds, type SseBounds, type SseEvent, type SseParser, type SseSink } from './sse-parser.ts';
export { encodeSseComment, encodeSseEvent, encodeSseRetry } from './sse-encoder.ts';

// WebSocket, both sides
export { abnormalCode, isCloseCode, noStatusCode, type CloseStatus } from './close.ts';

// WebSocket, server side
export { createUpgradePolicy, type UpgradePolicy } from './upgrade-policy.ts';
export { checkUpgrade, type UpgradeAcceptance, type UpgradeRequest } from './upgrade.ts';
export { encodeUpgradeRefusal, upgradeRefusals, type UpgradeRefusal, type UpgradeRefusalCode } from './upgrade-refusals.ts';
export { createServerConnection, type ClosedStatus, type ServerConnection, type ServerConnectionOptions } from './server-connection.ts';
export { createFrameReader, type FrameReader, type FrameSink } from './frame-reader.ts';
export { defaultFrameBounds, type FrameBounds } from './frame-bounds.ts';
export { frameViolations, type FrameViolation, type FrameViolationCode } from './frame-violations.ts';
export { encodeCloseFrame, encodePingFrame, encodePongFrame, encodeTextFrame } from './frame-encoder.ts';
export type { Clock, RateBound } from './rate-bound.ts';
