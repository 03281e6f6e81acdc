import { GATEWAY_LIMITS, type Limits } from '@tidemark/gateway';
import { HOST_EVENTS_LIMITS } from '@tidemark/hosts';
import type { ConfigProblem } from './config-error.ts';
import { meant } from './nearest.ts';
import { at } from './pointer.ts';

/** Bytes of an envelope around its payload; the published `eventBytes` is the payload's bound and these. */
const ENVELOPE_BYTES = (HOST_EVENTS_LIMITS['eventBytes'] ?? 0) - (HOST_EVENTS_LIMITS['payloadBytes'] ?? 0);

interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

/** What the published contract rules out beyond a limit's own nature (H1.1, H1.5). */
const RANGES: Readonly<Record<string, Partial<Range>>> = {
  payloadBytes: { minimum: 2, maximum: 67_108_864 },
  eventBytes: { minimum: 1_024 },
  emitBodyBytes: { minimum: 2 },
  triggerBodyBytes: { minimum: 32 },
  eventIdBytes: { minimum: 32, maximum: 128 },
  heartbeatMs: { minimum: 1, maximum: 30_000 },
  revocationMs: { minimum: 2 },
  replayPageEvents: { minimum: 1, maximum: 10_000 },
  readsPerSecond: { minimum: 1 },
  triggersPerSecond: { minimum: 1 },
};

/** Times and counts are kept in 32 bits by timers and sockets. */
const LARGEST = 2_147_483_647;

/** Every name that `limits` accepts. */
export const LIMIT_NAMES: readonly string[] = [...new Set([...Object.keys(HOST_EVENTS_LIMITS), ...Object.keys(GATEWAY_LIMITS)])].toSorted(
  (a, b) => (a < b ? -1 : 1),
);

/** Smallest and largest value of a limit. */
export function rangeOf(name: string): Range {
  const row = Object.hasOwn(GATEWAY_LIMITS, name) ? GATEWAY_LIMITS[name as keyof typeof GATEWAY_LIMITS] : undefined;
  return { minimum: row?.minimum ?? 0, maximum: LARGEST, ...RANGES[name] };
}

/** The value of every limit where the configuration says nothing: the contract's before the gateway's. */
export const DEFAULT_LIMITS: Limits = {
  ...Object.fromEntries(Object.entries(GATEWAY_LIMITS).map(([name, { value }]) => [name, value])),
  ...HOST_EVENTS_LIMITS,
};

export function limitProblems(overrides: Limits): readonly ConfigProblem[] {
  const problems = Object.entries(overrides).flatMap(([name, value]): readonly ConfigProblem[] => {
    const path = `/limits${at(name)}`;
    if (!LIMIT_NAMES.includes(name)) return [{ code: 'unknown-key', path, reason: meant(name, LIMIT_NAMES) }];
    const { minimum, maximum } = rangeOf(name);
    if (value >= minimum && value <= maximum) return [];
    return [{ code: 'out-of-range', path, reason: `It must be ${minimum} to ${maximum}.` }];
  });
  const limits = resolveLimits(overrides, undefined);
  if (problems.length === 0 && (limits['triggersPerSecond'] ?? 0) >= (limits['readsPerSecond'] ?? 0))
    return [{ code: 'out-of-range', path: '/limits/triggersPerSecond', reason: 'The trigger is limited more tightly than reads.' }];
  return problems;
}

/** Every limit with its value; what follows from the payload's bound follows here. */
export function resolveLimits(overrides: Limits, maxPayloadBytes: number | undefined): Limits {
  const payloadBytes = overrides['payloadBytes'] ?? maxPayloadBytes ?? DEFAULT_LIMITS['payloadBytes'] ?? 0;
  const eventBytes = overrides['eventBytes'] ?? payloadBytes + ENVELOPE_BYTES;
  return { ...DEFAULT_LIMITS, payloadBytes, eventBytes, emitBodyBytes: eventBytes, ...overrides };
}
