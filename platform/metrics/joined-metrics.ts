import { Registry } from "@prometheus-io/client";

import { createLabelCap, type Labels } from "#domain/metrics/label-cap.ts";
import { allMetrics } from "#domain/metrics/metric-table.ts";

import type { MetricSnapshot } from "./recorded-metrics.ts";

/** Values of a process, and whether it has just answered. */
export interface ProcessValues {
  readonly snapshot: MetricSnapshot;
  /** False if these are its last values: its gauges no longer count, its counters do. */
  readonly isFresh: boolean;
}

/** Metrics of all processes of a host together. */
export interface JoinedMetrics {
  /** Keeps the counters of a process that has ended, so that the sums never fall. */
  keep(snapshot: MetricSnapshot): Promise<void>;
  /** Returns the text of all metrics in the format of Prometheus. */
  text(processes: readonly ProcessValues[]): Promise<string>;
}

/** Media type of the text. */
export const metricsMediaType = Registry.PROMETHEUS_CONTENT_TYPE;

const definitions = new Map(allMetrics.map(([, definition]) => [definition.name as string, definition]));

/** Makes the joint metrics of the processes of a host. Their series are as limited as those of one process. */
export function createJoinedMetrics(): JoinedMetrics {
  const caps = new Map(allMetrics.map(([, definition]) => [definition.name as string, createLabelCap(definition)]));
  let ended: MetricSnapshot = [];
  const joined = (snapshots: readonly MetricSnapshot[]) => {
    // Gauges come and go, so each answer has room for those of today.
    const gaugeCaps = new Map(
      allMetrics.map(([, definition]) => [definition.name as string, createLabelCap(definition)]),
    );
    const capOf = (name: string) => (isGauge(name) ? gaugeCaps : caps).get(name);
    return Registry.aggregate(snapshots.map((snapshot) => capped(snapshot, capOf)));
  };
  return {
    async keep(snapshot) {
      ended = await joined([ended, onlyCounters(snapshot)]).getMetricsAsJSON();
    },
    text: (processes) =>
      joined([
        ended,
        ...processes.map(({ snapshot, isFresh }) => (isFresh ? snapshot : onlyCounters(snapshot))),
      ]).metrics(),
  };
}

function isGauge(name: string): boolean {
  return definitions.get(name)?.type === "gauge";
}

function onlyCounters(snapshot: MetricSnapshot): MetricSnapshot {
  return snapshot.filter(({ name }) => !isGauge(name));
}

/** Returns a snapshot within the limits; metrics that are not in the table are left out. */
function capped(
  snapshot: MetricSnapshot,
  capOf: (name: string) => ((labels: Labels) => Labels) | undefined,
): MetricSnapshot {
  return snapshot.flatMap((metric) => {
    const cap = capOf(metric.name);
    if (cap === undefined) return [];
    const values = metric.values.map((value) => {
      const { le, ...labels } = value.labels as Record<string, string>;
      return { ...value, labels: { ...(le !== undefined && { le }), ...cap(labels) } };
    });
    return [{ ...metric, values }];
  });
}
