import { createNoopMeter, type Meter } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { METRICS, type MetricName } from './definitions.ts';
import { countHostEvents } from './host-events-counts.ts';
import { createInstruments } from './instruments.ts';

/** A meter that keeps what it is told, as an SDK would. */
function recordingMeter() {
  const told: (readonly [name: string, value: number, labels: unknown])[] = [];
  const observed = new Map<string, () => readonly (readonly [unknown, number])[]>();
  const recorder = (name: string) => ({
    add: (value: number, labels: unknown) => void told.push([name, value, labels]),
    record: (value: number, labels: unknown) => void told.push([name, value, labels]),
  });
  const observable = (name: string) => ({
    addCallback(callback: (result: { observe(value: number, labels: unknown): void }) => void) {
      observed.set(name, () => {
        const readings: (readonly [unknown, number])[] = [];
        callback({ observe: (value, labels) => void readings.push([labels, value]) });
        return readings;
      });
    },
  });
  const meter = {
    createCounter: recorder,
    createHistogram: recorder,
    createObservableGauge: observable,
    createObservableCounter: observable,
  } as unknown as Meter;
  return { meter, told, observed };
}

test('[P3.2] OpenTelemetry is told the same as Prometheus, under dotted names', async () => {
  const { meter, told, observed } = recordingMeter();
  const instruments = createInstruments(meter);
  const counts = countHostEvents(instruments);
  counts.emitted('durable', 2);
  counts.delivered('durable');
  counts.delivered('durable');
  counts.opened(true, 1_500);
  counts.notResumed('swept', true);
  counts.swept(7);
  expect(told).toEqual([
    ['tidemark.host_events.append', 0.002, {}],
    ['tidemark.host_events.opened', 1, { start: 'cursor' }],
    ['tidemark.host_events.replay', 1.5, {}],
    ['tidemark.host_events.resync', 1, { cause: 'swept' }],
    ['tidemark.host_events.swept', 7, {}],
    ['tidemark.host_events.sweeps', 1, {}],
  ]);
  expect(observed.get('tidemark.host_events.delivered')?.()).toEqual([
    [{ delivery: 'durable' }, 2],
    [{ delivery: 'ephemeral' }, 0],
  ]);
  const { body, contentType } = await instruments.text();
  expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
  for (const sample of [
    'tidemark_host_events_delivered_total{delivery="durable"} 2',
    'tidemark_host_events_resync_total{cause="swept"} 1',
    'tidemark_host_events_append_seconds_bucket{le="0.0025"} 1',
    'tidemark_host_events_swept_total 7',
  ])
    expect(body).toContain(`${sample}\n`);
});

test('[P3.2] every metric can be recorded, each server in a registry of its own, and read again without counting twice', async () => {
  const [one, other] = [createInstruments(createNoopMeter()), createInstruments(createNoopMeter())];
  for (const [name, { kind, labels }] of Object.entries(METRICS) as unknown as readonly (readonly [
    MetricName,
    (typeof METRICS)[MetricName],
  ])[]) {
    const values = Object.fromEntries(labels.map((label) => [label, 'x']));
    if (kind === 'gauge') one.observe(name, () => [[values, 1]]);
    else if (kind === 'counter') one.add(name, values);
    else one.record(name, 1, values);
  }
  await one.text();
  const { body } = await one.text();
  const named = Object.keys(METRICS).filter((name) => new RegExp(`^${name}(?:_count)?(?:\\{[^}]*\\})? 1$`, 'm').test(body));
  expect(named).toEqual(Object.keys(METRICS));
  expect((await other.text()).body.trim()).toBe('');
});
