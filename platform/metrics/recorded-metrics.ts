import { Counter, Gauge, Histogram, Registry } from "@prometheus-io/client";

import { createLabelCap, type Labels } from "#domain/metrics/label-cap.ts";
import type { Merge, MetricDefinition } from "#domain/metrics/metric-definition.ts";
import { allMetrics, type LabelsOf, type MetricKey } from "#domain/metrics/metric-table.ts";

import type { Metrics } from "./metrics.ts";

/** Values of the metrics of a process at one moment, as they travel to its supervisor. */
export type MetricSnapshot = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** Value of one series of a gauge. */
export interface GaugeValue<Key extends MetricKey> {
  readonly labels: LabelsOf<Key>;
  readonly value: number;
}

/** Metrics that a process keeps. */
export interface RecordedMetrics extends Metrics {
  /** Sets all series of a gauge; those that are not named disappear. */
  replace<Key extends MetricKey>(key: Key, values: readonly GaugeValue<Key>[]): void;
  /** Returns the values of all metrics. */
  snapshot(): Promise<MetricSnapshot>;
}

type Collector = Counter<string> | Gauge<string> | Histogram<string>;

/** Makes the metrics of a process. */
export function createRecordedMetrics(): RecordedMetrics {
  const registry = new Registry();
  const kept = new Map(
    allMetrics.map(([key, definition]) => [
      key,
      {
        definition,
        collector: collectorOf(definition, registry),
        cap: createLabelCap(definition),
        raised: new Map<string, number>(),
      },
    ]),
  );
  const at = (key: MetricKey) => {
    const found = kept.get(key);
    if (found === undefined) throw new Error(`There is no metric '${key}'.`);
    return found;
  };
  return {
    count(key, labels, by = 1) {
      const { collector, cap } = at(key);
      (collector as Counter<string>).inc(cap(labels), by);
    },
    observe(key, labels, seconds) {
      const { collector, cap } = at(key);
      (collector as Histogram<string>).observe(cap(labels), seconds);
    },
    set(key, labels, value) {
      const { collector, cap } = at(key);
      (collector as Gauge<string>).set(cap(labels), value);
    },
    raise(key, labels, value) {
      const { collector, cap, raised } = at(key);
      const own = cap(labels);
      const series = JSON.stringify(own);
      const highest = Math.max(value, raised.get(series) ?? value);
      raised.set(series, highest);
      (collector as Gauge<string>).set(own, highest);
    },
    replace(key, values) {
      const { collector, definition } = at(key);
      const gauge = collector as Gauge<string>;
      gauge.reset();
      forgetZero(gauge, definition);
      for (const { labels, value } of folded(definition, values)) gauge.set(labels, value);
    },
    snapshot: () => registry.getMetricsAsJSON(),
  };
}

function collectorOf(
  { name, help, type, labels, buckets = [], across }: MetricDefinition,
  registry: Registry,
): Collector {
  const options = { name, help, labelNames: Object.keys(labels), registers: [registry], aggregator: across };
  if (type === "counter") return new Counter(options);
  if (type === "histogram") return new Histogram({ ...options, buckets: [...buckets] });
  const gauge = new Gauge(options);
  forgetZero(gauge, { labels });
  return gauge;
}

/** Removes the value 0 that a gauge without labels has from the start: until it is set it is not known. */
function forgetZero(gauge: Gauge<string>, { labels }: Pick<MetricDefinition, "labels">): void {
  if (Object.keys(labels).length === 0) gauge.remove();
}

/** Returns the values by the labels that the limits leave; those that come together become one. */
function folded(
  definition: MetricDefinition,
  values: readonly { readonly labels: Labels; readonly value: number }[],
): readonly { readonly labels: Labels; readonly value: number }[] {
  const cap = createLabelCap(definition);
  const capped = values.map(({ labels, value }) => ({ labels: cap(labels), value }));
  return [...Map.groupBy(capped, ({ labels }) => JSON.stringify(labels)).values()].map((same) => ({
    labels: same[0]?.labels ?? {},
    value: merged(
      definition.into ?? "sum",
      same.map(({ value }) => value),
    ),
  }));
}

function merged(how: Merge, values: readonly number[]): number {
  if (how === "max") return Math.max(...values);
  if (how === "min") return Math.min(...values);
  return values.reduce((sum, value) => sum + value, 0);
}
