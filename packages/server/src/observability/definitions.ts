/** One metric, in Prometheus' terms; OpenTelemetry gets the same name with dots. */
export interface MetricDefinition {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Names of labels, each with a closed set of values: no tenant, subject, workspace, cursor or payload. */
  readonly labels: readonly string[];
}

/** Every metric that the server has (P3.2). */
export const METRICS = {
  tidemark_requests_total: {
    kind: 'counter',
    help: 'Answered requests; a stream counts when it has ended.',
    labels: ['route', 'method', 'status'],
  },
  tidemark_streams_open: { kind: 'gauge', help: 'Open streams and sockets.', labels: [] },
  tidemark_host_events_emitted_total: { kind: 'counter', help: 'Events that were acknowledged to their emitter.', labels: ['delivery'] },
  tidemark_host_events_delivered_total: {
    kind: 'counter',
    help: 'Events handed to streams, each time for each stream.',
    labels: ['delivery'],
  },
  tidemark_host_events_emit_refused_total: { kind: 'counter', help: 'Emissions that were refused or failed, by code.', labels: ['code'] },
  tidemark_host_events_opened_total: { kind: 'counter', help: 'Streams that were opened, live or behind a cursor.', labels: ['start'] },
  tidemark_host_events_resync_total: {
    kind: 'counter',
    help: 'Cursors that were not resumed, by internal cause; no client is told the cause.',
    labels: ['cause'],
  },
  tidemark_host_events_open_failed_total: {
    kind: 'counter',
    help: 'Streams that could not be opened for other reasons, by code.',
    labels: ['code'],
  },
  tidemark_host_events_swept_total: { kind: 'counter', help: 'Events deleted because of their age.', labels: [] },
  tidemark_host_events_sweeps_total: { kind: 'counter', help: 'Sweeps that were completed.', labels: [] },
  tidemark_host_events_append_seconds: {
    kind: 'histogram',
    help: 'From the emission of a durable event to its acknowledgement.',
    labels: [],
  },
  tidemark_host_events_replay_seconds: {
    kind: 'histogram',
    help: 'From the request for a stream to the decision and the first page of its backlog.',
    labels: [],
  },
  tidemark_database_errors_total: { kind: 'counter', help: 'Database calls that failed, by code of `DatabaseError`.', labels: ['code'] },
  tidemark_database_seconds: { kind: 'histogram', help: 'Database calls.', labels: ['operation'] },
  tidemark_database_up: { kind: 'gauge', help: 'Whether the last database call succeeded.', labels: [] },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof METRICS;

/** Upper ends in seconds: from a call within the process to the longest that waits for a database. */
export const BUCKETS: readonly number[] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
