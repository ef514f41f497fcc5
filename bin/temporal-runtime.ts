import { DefaultLogger, makeTelemetryFilterString, Runtime } from "@temporalio/worker";

import type { Logger } from "#platform/logs/log.ts";

const levels = { TRACE: "trace", DEBUG: "debug", INFO: "info", WARN: "warn", ERROR: "error" } as const;

/** Prepares this process for workers: their log lines and those of their core go to our log, and this process handles signals. */
export function installTemporalRuntime(log: Logger): void {
  const logger = new DefaultLogger("INFO", ({ level, message, meta }) => {
    // Lines about a worker's own life cycle are details; warnings and errors are not.
    const name = level === "INFO" ? "debug" : levels[level];
    log[name](
      { meta: meta && { ...meta, error: meta["error"] instanceof Error ? meta["error"].name : undefined } },
      message,
    );
  });
  // Without this the core writes colored text between our lines.
  const logging = { filter: makeTelemetryFilterString({ core: "WARN", other: "ERROR" }), forward: {} };
  Runtime.install({ logger, shutdownSignals: [], telemetryOptions: { logging } });
}
