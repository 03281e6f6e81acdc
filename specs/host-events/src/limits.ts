import { CONTRACT_ISSUES, ContractError, type LimitDefinition } from '@tidemark/contract';

/** Bytes of an envelope around its payload: ids, type, timestamp and punctuation at their largest, with room. */
const ENVELOPE_BYTES = 4_096;

/** Every bound that the contract publishes, with its default (H5.1). */
const DEFAULTS = {
  payloadBytes: { value: 262_144, unit: 'bytes', description: 'Largest payload of an event, as compact JSON.' },
  eventIdBytes: { value: 128, unit: 'bytes', description: 'Longest event id, and longest Last-Event-ID that is looked up.' },
  heartbeatMs: { value: 15_000, unit: 'milliseconds', description: 'Interval of keep-alive comments on an idle stream; at most 30 s.' },
  streamMaxSeconds: { value: 3_600, unit: 'seconds', description: 'Age at which a stream ends cleanly, between events; 0: never.' },
  revocationMs: { value: 5_000, unit: 'milliseconds', description: 'Time within which a revocation ends or narrows an open stream.' },
  catchUpMs: { value: 2_000, unit: 'milliseconds', description: 'Longest wait for a database that is behind, before 503.' },
  replayPageEvents: { value: 256, unit: 'items', description: 'Events that are read at a time while a backlog is replayed.' },
  queueEvents: { value: 256, unit: 'items', description: 'Events that wait for one slow reader.' },
  queueBytes: { value: 4_194_304, unit: 'bytes', description: 'Bytes that wait for one slow reader.' },
  writeMs: { value: 10_000, unit: 'milliseconds', description: 'A reader that takes nothing for this long is cut.' },
  streamsPerCaller: { value: 16, unit: 'items', description: 'Open streams of one caller.' },
  readsPerSecond: { value: 50, unit: 'per-second', description: 'Streams that one caller may open.' },
  triggersPerSecond: { value: 5, unit: 'per-second', description: 'Test events that one caller may trigger; fewer than reads.' },
  triggerBodyBytes: { value: 1_024, unit: 'bytes', description: 'Largest body of a test trigger.' },
  drainMs: { value: 3_000, unit: 'milliseconds', description: 'Time for open streams to end at shutdown.' },
} as const satisfies Record<string, LimitDefinition>;

export type HostEventLimit = keyof typeof DEFAULTS;
export type HostEventLimits = Readonly<Partial<Record<HostEventLimit, number>>>;

/** Largest interval of keep-alive comments (H1.5). */
const MAX_HEARTBEAT_MS = 30_000;
/** Longest event id (H1.1). */
const MAX_EVENT_ID_BYTES = 128;

/**
 * The published bounds with the host's own values, and those that follow from them.
 *
 * @throws {ContractError} `unknown-limit`, or `malformed-limit` for a value that H1.1, H1.5 or H3.2 rules out.
 */
export function limitsOf(overrides: HostEventLimits, hasSeam: boolean): Readonly<Record<string, LimitDefinition>> {
  for (const [name, value] of Object.entries(overrides)) {
    if (!Object.hasOwn(DEFAULTS, name)) throw refusal('unknown-limit', name, `Known are ${Object.keys(DEFAULTS).join(', ')}.`);
    if (!Number.isSafeInteger(value) || value < 0) throw refusal('malformed-limit', name, `${value} is not a safe integer of at least 0.`);
  }
  const valueOf = (name: HostEventLimit): number => overrides[name] ?? DEFAULTS[name].value;
  if (valueOf('heartbeatMs') > MAX_HEARTBEAT_MS || valueOf('heartbeatMs') === 0)
    throw refusal('malformed-limit', 'heartbeatMs', 'A keep-alive comment is due at least every 30,000 ms.');
  if (valueOf('eventIdBytes') > MAX_EVENT_ID_BYTES) throw refusal('malformed-limit', 'eventIdBytes', 'An event id has at most 128 bytes.');
  if (valueOf('triggersPerSecond') >= valueOf('readsPerSecond'))
    throw refusal('malformed-limit', 'triggersPerSecond', 'The trigger is limited more tightly than reads.');
  const eventBytes = valueOf('payloadBytes') + ENVELOPE_BYTES;
  const derived: Record<string, LimitDefinition> = {
    eventBytes: { value: eventBytes, unit: 'bytes', description: 'Largest data of one event: the payload and its envelope.' },
    ...(hasSeam ? { emitBodyBytes: { value: eventBytes, unit: 'bytes', description: 'Largest body of the emit seam.' } } : {}),
  };
  const published = Object.entries(DEFAULTS).map(([name, limit]) => [name, { ...limit, value: valueOf(name as HostEventLimit) }]);
  return { ...(Object.fromEntries(published) as Record<string, LimitDefinition>), ...derived };
}

function refusal(code: 'unknown-limit' | 'malformed-limit', name: string, reason: string): ContractError {
  return new ContractError('host-events', [{ code, path: `/limits/${name}`, reason, fix: CONTRACT_ISSUES[code].fix }]);
}
