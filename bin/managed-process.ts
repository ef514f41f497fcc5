import { partAnswerMs } from "#domain/metric-limits.ts";
import type { ProcessName } from "#domain/metrics/metric-table.ts";
import { softwareVersion } from "#domain/proxies/software-version.ts";
import type { Logger } from "#platform/logs/log.ts";
import type { PartState } from "#platform/management/management-server.ts";
import { createJoinedMetrics, metricsMediaType } from "#platform/metrics/joined-metrics.ts";
import { createProcessFigures } from "#platform/metrics/process-figures.ts";
import { createRecordedMetrics, type RecordedMetrics } from "#platform/metrics/recorded-metrics.ts";
import { withinTime } from "#platform/processes/within-time.ts";

import { isSupervised } from "./lifecycle.ts";
import { type ManagementPlace, openManagementPort } from "./management-port.ts";
import { createPartChecker, type PartCheck } from "./part-checker.ts";
import type { RecordMetrics } from "./record-metrics.ts";
import { openSupervisorChannel } from "./supervisor-channel.ts";

/** Parts of a process, once they are known. */
export interface ManagedParts {
  /** Checks of `/ready` by the name of their part. */
  readonly checks: Readonly<Record<string, PartCheck>>;
  /** Source of the metrics about the record, if the process has a database. */
  readonly record?: RecordMetrics;
}

/** A process as those see it who operate it. */
export interface ManagedProcess {
  readonly metrics: RecordedMetrics;
  /** Adds the parts of the process. */
  watch(parts: ManagedParts): void;
  /** Marks the start as done. */
  started(): void;
  /** Reports the last counts, or closes the management port. */
  close(): Promise<void>;
}

/** Metrics that follow from the state of a part. */
const partMetrics = { database: "databaseUp", engine: "engineUp" } as const;

/**
 * Opens a process for those who operate it: it answers its supervisor, or serves the management port itself if it has none.
 * @throws CliError if the configured port cannot be opened
 */
export async function openManagedProcess(
  name: ProcessName,
  place: ManagementPlace,
  log: Logger,
): Promise<ManagedProcess> {
  const metrics = createRecordedMetrics();
  const figures = createProcessFigures(metrics, name, softwareVersion);
  const checkers = new Map<string, ReturnType<typeof createPartChecker>>();
  let record: RecordMetrics | undefined;
  let isStarted = false;
  const parts = async (): Promise<Readonly<Record<string, PartState>>> => ({
    start: isStarted ? "ok" : "failed",
    ...Object.fromEntries(
      await Promise.all([...checkers].map(async ([part, check]) => [part, await check()] as const)),
    ),
  });
  const values = async () => {
    figures.take();
    const [states] = await Promise.all([parts(), takeRecord(record)]);
    if (states["database"] === "failed") record?.forget();
    for (const [part, metric] of Object.entries(partMetrics))
      if (states[part] !== undefined) metrics.set(metric, {}, states[part] === "ok" ? 1 : 0);
    return metrics.snapshot();
  };
  const channel = isSupervised()
    ? openSupervisorChannel({ parts, values, counts: () => metrics.snapshot() })
    : undefined;
  const joined = createJoinedMetrics();
  const port =
    channel === undefined
      ? await openManagementPort(
          place,
          {
            started: () => isStarted,
            ready: parts,
            metrics: async () => joined.text([{ snapshot: await values(), isFresh: true }]),
            metricsMediaType,
          },
          log,
        )
      : undefined;
  return {
    metrics,
    watch(given) {
      record = given.record;
      for (const [part, check] of Object.entries(given.checks)) checkers.set(part, createPartChecker(check, part, log));
    },
    started: () => void (isStarted = true),
    async close() {
      figures.close();
      await channel?.close();
      await port?.close();
    },
  };
}

async function takeRecord(record: RecordMetrics | undefined): Promise<void> {
  if (record === undefined) return;
  // Without an answer nobody knows whether the figures of before still hold.
  await withinTime(partAnswerMs, record.take()).catch(() => record.forget());
}
