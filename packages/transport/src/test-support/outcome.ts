import { vi } from 'vitest';
import type { FakeTime } from './fake-time.ts';

export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** What a promise came to, where it has. */
export function track(promise: Promise<unknown>): { outcome: Outcome | undefined } {
  const state: { outcome: Outcome | undefined } = { outcome: undefined };
  void settled(promise).then((outcome) => (state.outcome = outcome));
  return state;
}

/** What a promise comes to. */
export function settled(promise: Promise<unknown>): Promise<Outcome> {
  return promise.then(
    (value): Outcome => ({ value }),
    (error: unknown): Outcome => ({ error }),
  );
}

/** The error that a promise rejects with. Handled from the start, so that it may be awaited later. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await settled(promise);
  if ('error' in outcome) return outcome.error;
  throw new TypeError('It did not fail.');
}

/** Runs the clock until a promise has settled, at most `turns` times `step` milliseconds. */
export async function runClock(time: FakeTime, promise: Promise<unknown>, step = 2_000, turns = 20): Promise<Outcome | undefined> {
  const state = track(promise);
  for (let turn = 0; turn < turns; turn += 1) {
    if (state.outcome !== undefined) break;
    await time.advance(step);
  }
  return state.outcome;
}

/** A short name of an outcome: the error's code, or `ok`. */
export function nameOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return 'pending';
  return 'error' in outcome ? String((outcome.error as { readonly code?: unknown }).code) : 'ok';
}

/** A signal, and how many listeners it has. */
export function countedSignal(): { readonly signal: AbortSignal; readonly listeners: () => number } {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  return { signal, listeners: () => added.mock.calls.length - removed.mock.calls.length };
}
