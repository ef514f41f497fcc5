import { monitorEventLoopDelay } from "node:perf_hooks";

import type { ProcessName } from "#domain/metrics/metric-table.ts";

import type { RecordedMetrics } from "./recorded-metrics.ts";

/** Figures that a process takes of itself. */
export interface ProcessFigures {
  /** Records them. */
  take(): void;
  /** Ends the measurement of the event loop. */
  close(): void;
}

const nanosecondsPerSecond = 1e9;
const microsecondsPerSecond = 1e6;
const delayLookMs = 20;

/** Begins to take the figures of this process: its start, processor time, memory, and the delays of its event loop. */
export function createProcessFigures(metrics: RecordedMetrics, process_: ProcessName, version: string): ProcessFigures {
  const delay = monitorEventLoopDelay({ resolution: delayLookMs });
  delay.enable();
  const labels = { process: process_ };
  let countedMicroseconds = 0;
  metrics.set("buildInfo", { version }, 1);
  metrics.set("processStartTime", labels, performance.timeOrigin / 1000);
  return {
    take() {
      const { user, system } = process.cpuUsage();
      metrics.count("processCpu", labels, (user + system - countedMicroseconds) / microsecondsPerSecond);
      countedMicroseconds = user + system;
      metrics.set("processMemory", labels, process.memoryUsage.rss());
      // The histogram counts its own interval as well.
      const longest = Math.max(0, delay.max / nanosecondsPerSecond - delayLookMs / 1000);
      metrics.set("loopDelay", labels, Number.isFinite(longest) ? longest : 0);
      delay.reset();
    },
    close: () => void delay.disable(),
  };
}
