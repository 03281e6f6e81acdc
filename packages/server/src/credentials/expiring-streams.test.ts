import type { HostEvents, OpenRequest } from '@tidemark/host-events';
import { expect, test } from 'vitest';
import { openUntilExpiry } from './expiring-streams.ts';

function stage(expiresAt: number | null) {
  let now = 1_000;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  const log: string[] = [];
  let request: OpenRequest | undefined;
  const open = openUntilExpiry(
    (given) => {
      request = given;
      return Promise.resolve({ events: {} as never, close: () => void log.push('closed') } as Awaited<ReturnType<HostEvents['open']>>);
    },
    {
      clock: { now: () => now },
      startTimer(callback, milliseconds) {
        const timer = { at: now + milliseconds, callback };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
  );
  return {
    log,
    timers,
    opened: () =>
      open({
        reader: { tenant: 'a', subject: 's', workspaces: [], ...(expiresAt === undefined ? {} : { expiresAt }) },
        lastEventId: undefined,
        strict: false,
        ended: () => void log.push('ended'),
      }),
    revoked: () => request?.ended(),
    advanceTo: (time: number): void => {
      now = time;
      for (const timer of Array.from(timers)) {
        if (timer.at > now) continue;
        timers.delete(timer);
        timer.callback();
      }
    },
  };
}

test('[H2.5, H5.3] a stream ends when its credential does, and not before', async () => {
  const { opened, advanceTo, log, timers } = stage(61_000);
  await opened();
  advanceTo(60_999);
  expect(log).toEqual([]);
  advanceTo(61_000);
  expect([log, timers.size]).toEqual([['ended'], 0]);
});

test('[H2.5] a credential that ended while the stream was opened ends it at once', async () => {
  const { opened, log } = stage(1_000);
  await opened();
  expect(log).toEqual(['ended']);
});

test('[H2.5] an end beyond the longest timer is waited for in parts', async () => {
  const { opened, advanceTo, log } = stage(2 ** 31 + 10_000);
  await opened();
  advanceTo(2 ** 31 - 1 + 1_000);
  expect(log).toEqual([]);
  advanceTo(2 ** 31 + 10_000);
  expect(log).toEqual(['ended']);
});

test('[H2.5] a closed stream holds no timer, and two ends are told once', async () => {
  const { opened, revoked, advanceTo, log, timers } = stage(61_000);
  const stream = await opened();
  revoked();
  advanceTo(61_000);
  expect(log).toEqual(['ended']);
  stream.close();
  const other = stage(61_000);
  (await other.opened()).close();
  expect([timers.size, other.timers.size, other.log]).toEqual([0, 0, ['closed']]);
});

test('[H5.3] a credential without an end costs nothing', async () => {
  const { opened, timers } = stage(null);
  await opened();
  expect(timers.size).toBe(0);
});
