import type { ProcessName } from "#domain/metrics/metric-table.ts";

import type { RecordedMetrics } from "./recorded-metrics.ts";

/** Figures that a process takes of itself. */
export interface ProcessFigures {
  /** Records them. */
  take(): void;
  /** Ends the measurement of the event loop. */
  close(): void;
}

const microsecondsPerSecond = 1e6;
const delayLookMs = 50;

/** Begins to take the figures of this process: its start, processor time, memory, and the delays of its event loop. */
export function createProcessFigures(metrics: RecordedMetrics, name: ProcessName, version: string): ProcessFigures {
  const labels = { process: name };
  const delay = measureDelay();
  let countedMicroseconds = 0;
  metrics.set("buildInfo", { version }, 1);
  metrics.set("processStartTime", labels, performance.timeOrigin / 1000);
  return {
    take() {
      const { user, system } = process.cpuUsage();
      metrics.count("processCpu", labels, (user + system - countedMicroseconds) / microsecondsPerSecond);
      countedMicroseconds = user + system;
      metrics.set("processMemory", labels, process.memoryUsage.rss());
      metrics.set("loopDelay", labels, delay.longestMs() / 1000);
    },
    close: () => delay.end(),
  };
}

/**
 * Measures by how much a timer comes too late. Node's own histogram loses the interval after a reset, and with it a delay that begins right
 * after a scrape.
 */
function measureDelay(): { longestMs(): number; end(): void } {
  let lastMs = performance.now();
  let longestMs = 0;
  const look = () => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs - delayLookMs);
    lastMs = nowMs;
  };
  const timer = setInterval(look, delayLookMs).unref();
  return {
    longestMs() {
      look();
      const longest = longestMs;
      longestMs = 0;
      return longest;
    },
    end: () => clearInterval(timer),
  };
}
