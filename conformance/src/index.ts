// For who judges a host.
export { conform, type ConformOptions } from './conform.ts';
export { DEFAULT_DEADLINES, type Deadlines, type OperatorAdapters } from './scenario/options.ts';
export type { CheckResult, Disposition, Report, RowResult, Verdict } from './report/report.ts';
export { parseKnownFailing, type KnownFailing, type KnownFailingResult } from './report/known-failing.ts';
export { textReport } from './report/text.ts';
export { junitReport } from './report/junit.ts';
export { htmlReport } from './report/html.ts';
export { loadRegistry, loadRevisions } from './registry/load-registry.ts';
export type { Registry, Requirement, Revision, VerdictKind } from './registry/requirement.ts';
export { runCli, type CliStreams } from './cli/run-cli.ts';

// For who judges something else: observations, judges, and readers that share nothing with the product.
export { ALL_JUDGES } from './judges/all-judges.ts';
export type { Fault, Judge, Judgement } from './judges/judgement.ts';
export type { HostEventRun, ObservedExchange, ObservedRefusal, ObservedStream, ObservedTrigger } from './observation/host-event-run.ts';
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

// For who records and judges traces.
export { readTrace, DEFAULT_TRACE_BOUNDS, type TraceBounds } from './traces/read-trace.ts';
export { TraceFault, type TraceFaultCode } from './traces/trace-fault.ts';
export { TraceRecorder, type RecorderOptions } from './traces/recorder.ts';
export { RecordingProxy } from './traces/recording-proxy.ts';
export { TRACE_FORMAT, type Trace, type TraceHeader, type TraceRecord } from './traces/trace.ts';
export { verifyCommand, type CommandOutput } from './verify/verify-command.ts';
export { verifyTrace, type TraceVerdict } from './verify/verify-trace.ts';
export type { Finding } from './verify/finding.ts';
