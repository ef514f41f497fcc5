import type { LabelsOf, MetricKey } from "#domain/metrics/metric-table.ts";

/** Metrics that a process records; a value or a label never holds a secret or anything that a caller wrote. */
export interface Metrics {
  /** Adds to a counter. */
  count<Key extends MetricKey>(key: Key, labels: LabelsOf<Key>, by?: number): void;
  /** Adds a duration to a histogram. */
  observe<Key extends MetricKey>(key: Key, labels: LabelsOf<Key>, seconds: number): void;
  /** Sets a gauge. */
  set<Key extends MetricKey>(key: Key, labels: LabelsOf<Key>, value: number): void;
  /** Sets a gauge if the value is higher than before. */
  raise<Key extends MetricKey>(key: Key, labels: LabelsOf<Key>, value: number): void;
}

/** Metrics of a process that nobody asks for them, such as a command. */
export const noMetrics: Metrics = {
  count: () => undefined,
  observe: () => undefined,
  set: () => undefined,
  raise: () => undefined,
};
