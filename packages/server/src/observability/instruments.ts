import type { Meter } from '@opentelemetry/api';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { BUCKETS, type MetricDefinition, type MetricName, METRICS } from './definitions.ts';

/** Values of a metric's labels. */
export type Labels = Readonly<Record<string, string>>;
/** What is read when somebody asks: labels, value. */
export type Reading = readonly (readonly [labels: Labels, value: number])[];

/** The metrics of one server, kept for Prometheus and told to OpenTelemetry, which does nothing without an SDK. */
export interface Instruments {
  /** A counter's increment. */
  add(name: MetricName, labels: Labels, value?: number): void;
  /** A histogram's observation, in seconds. */
  record(name: MetricName, seconds: number, labels?: Labels): void;
  /** A gauge, or a counter that is kept elsewhere because it is on a hot path: asked for when it is wanted. */
  observe(name: MetricName, read: () => Reading): void;
  /** Text in Prometheus' format. */
  text(): Promise<{ readonly contentType: string; readonly body: string }>;
}

export function createInstruments(meter: Meter): Instruments {
  return new PrometheusInstruments(meter);
}

type Recorder = (value: number, labels: Labels) => void;

class PrometheusInstruments implements Instruments {
  readonly #registry = new Registry();
  readonly #meter: Meter;
  readonly #recorders = new Map<MetricName, Recorder>();

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  add(name: MetricName, labels: Labels, value = 1): void {
    this.#recorder(name)(value, labels);
  }

  record(name: MetricName, seconds: number, labels: Labels = {}): void {
    this.#recorder(name)(seconds, labels);
  }

  observe(name: MetricName, read: () => Reading): void {
    const { kind, help, labels }: MetricDefinition = METRICS[name];
    const Metric = kind === 'gauge' ? Gauge : Counter;
    const metric = new Metric({
      name,
      help,
      labelNames: [...labels],
      registers: [],
      collect() {
        this.reset();
        for (const [values, value] of read()) this.inc({ ...values }, value);
      },
    });
    this.#registry.registerMetric(metric);
    const observable =
      kind === 'gauge' ? this.#meter.createObservableGauge(dotted(name)) : this.#meter.createObservableCounter(dotted(name));
    observable.addCallback((result) => {
      for (const [values, value] of read()) result.observe(value, values);
    });
  }

  async text(): Promise<{ readonly contentType: string; readonly body: string }> {
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() };
  }

  #recorder(name: MetricName): Recorder {
    const known = this.#recorders.get(name);
    if (known !== undefined) return known;
    const recorder = this.#create(name, METRICS[name]);
    this.#recorders.set(name, recorder);
    return recorder;
  }

  #create(name: MetricName, { kind, help, labels }: MetricDefinition): Recorder {
    const options = { name, help, labelNames: [...labels], registers: [this.#registry] };
    if (kind === 'histogram') {
      const histogram = new Histogram({ ...options, buckets: [...BUCKETS] });
      const twin = this.#meter.createHistogram(dotted(name), { description: help, unit: 's' });
      return (value, values) => {
        histogram.observe(values, value);
        twin.record(value, values);
      };
    }
    const counter = new Counter(options);
    const twin = this.#meter.createCounter(dotted(name), { description: help });
    return (value, values) => {
      counter.inc(values, value);
      twin.add(value, values);
    };
  }
}

/** OpenTelemetry's form: dots for groups, without the suffixes that Prometheus wants. */
function dotted(name: MetricName): string {
  return name
    .replace(/_(?:total|seconds)$/, '')
    .replace(/^tidemark_(host_events|database|requests|streams)/, 'tidemark.$1')
    .replace(/^(tidemark\.(?:host_events|database|streams))_/, '$1.');
}
