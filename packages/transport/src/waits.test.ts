import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backOffMs, defaultBackOff } from './back-off.ts';
import { parseRetryAfter } from './retry-after.ts';
import { retryClass } from './retry-decision.ts';
import { FakeTime, settle } from './test-support/fake-time.ts';
import { track } from './test-support/outcome.ts';
import { TransportError } from './transport-error.ts';
import { waitForRetry } from './wait.ts';

const now = Date.UTC(2026, 0, 1);

describe('[B2.2] Retry-After is read as RFC 9110 writes it', () => {
  const cases: readonly [string | null, number | undefined][] = [
    [null, undefined],
    ['0', 0],
    ['120', 120_000],
    ['9999999999', 9_999_999_999_000],
    ['99999999999', undefined],
    ['1.5', undefined],
    ['-1', undefined],
    ['', undefined],
    [' 1', undefined],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['2026-01-01T00:00:30Z', undefined],
    ['Thu, 99 Jan 2026 00:00:30 GMT', undefined],
  ];
  test.each(cases)('%j gives %j', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });
});

describe('[B2.2] exponential back-off with full jitter', () => {
  const cases: readonly [string, number, number | undefined, number, number][] = [
    ['the first window starts at nothing', 0, undefined, 0, 0],
    ['the first window is the base', 0, undefined, 0.999, 999],
    ['the window doubles', 3, undefined, 0.5, 4_000],
    ['the window is clamped', 40, undefined, 0.5, 15_000],
    ['a told wait is a floor', 0, 5_000, 0.5, 5_500],
    ['a told wait is clamped', 0, 1e12, 0, 300_000],
    ['a told wait below nothing is nothing', 0, -5, 0, 0],
  ];
  test.each(cases)('%s', (_, failures, told, random, expected) => {
    expect(backOffMs(failures, told, random, defaultBackOff)).toBe(expected);
  });

  test('[B12, B49] every wait lies in its window, whatever the server says', () => {
    const told = fc.oneof(fc.constant(undefined), fc.double());
    fc.assert(
      fc.property(fc.nat(), told, fc.double({ min: 0, max: 1, noNaN: true }), (failures, toldMs, random) => {
        const wait = backOffMs(failures, toldMs, random, defaultBackOff);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(defaultBackOff.maxToldMs + defaultBackOff.maxMs);
      }),
    );
  });
});

function make(random = 0.5): { time: FakeTime; wake: () => void; listeners: () => number; context: Parameters<typeof waitForRetry>[0] } {
  const time = new FakeTime();
  const listeners = new Set<() => void>();
  const wakeUps = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const wake = (): void => {
    for (const listener of listeners) listener();
  };
  return { time, wake, listeners: () => listeners.size, context: { now: time.now, timers: time.timers, random: () => random, wakeUps } };
}

describe('[B2.2, B2.3] waiting', () => {
  test('ends when the time is over, and leaves nothing behind', async () => {
    const { time, listeners, context } = make();
    const wait = track(waitForRetry(context, { delayMs: 100, earliestMs: 0 }, new AbortController().signal));
    await time.advance(99);
    expect(wait.outcome !== undefined).toBe(false);
    await time.advance(1);
    expect([wait.outcome !== undefined, listeners(), time.pending]).toEqual([true, 0, []]);
  });

  test('ends at an abort, and leaves nothing behind', async () => {
    const { time, listeners, context } = make();
    const controller = new AbortController();
    const wait = track(waitForRetry(context, { delayMs: 100, earliestMs: 0 }, controller.signal));
    controller.abort();
    await settle();
    expect([wait.outcome !== undefined, listeners(), time.pending]).toEqual([true, 0, []]);
  });

  test('a page that wakes shortens the wait, by a spread of its own, and the server’s wait stands', async () => {
    const { time, wake, context } = make();
    const wait = track(waitForRetry(context, { delayMs: 30_000, earliestMs: 2_000 }, new AbortController().signal));
    await time.advance(1_000);
    wake();
    wake();
    wake();
    expect(time.pending).toEqual([1_500]);
    await time.advance(1_500);
    expect(wait.outcome !== undefined).toBe(true);
  });

  test('a page that wakes never lengthens the wait', async () => {
    const { time, wake, context } = make(0.999);
    track(waitForRetry(context, { delayMs: 100, earliestMs: 0 }, new AbortController().signal));
    await time.advance(40);
    wake();
    expect(time.pending).toEqual([60]);
  });
});

const failed = (cause: unknown): TransportError => new TransportError('prepare-failed', 'x', { cause });

describe('[C4.2a] what a failure allows, where it is no answer', () => {
  const cases: readonly [string, unknown, string][] = [
    ['a credential that could not be fetched', new TransportError('credential-failed', 'x'), 'unprocessed'],
    ['a preparation that met a network failure', failed(new TransportError('network', 'x')), 'unprocessed'],
    ['a preparation that was refused', failed(new TransportError('unexpected-status', 'x', { status: 403 })), 'never'],
    ['a preparation with a fault', failed(new TypeError('x')), 'never'],
    ['a decode failure', new TransportError('decode-failed', 'x'), 'never'],
    ['an abort', new TransportError('aborted', 'x'), 'never'],
    ['an error of the program', new TypeError('x'), 'never'],
    ['a queue that overflowed', new TransportError('queue-overflow', 'x'), 'never'],
  ];
  test.each(cases)('%s', (_, failure, expected) => {
    expect(retryClass(failure)).toBe(expected);
  });
});
