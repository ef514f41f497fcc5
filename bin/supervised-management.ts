import { processAnswerMs } from "#domain/metric-limits.ts";
import { processNames } from "#domain/metrics/metric-table.ts";
import { softwareVersion } from "#domain/proxies/software-version.ts";
import type { Logger } from "#platform/logs/log.ts";
import type { PartState, RunningManagement } from "#platform/management/management-server.ts";
import { createJoinedMetrics, metricsMediaType, type ProcessValues } from "#platform/metrics/joined-metrics.ts";
import { createProcessFigures } from "#platform/metrics/process-figures.ts";
import { createRecordedMetrics, type MetricSnapshot } from "#platform/metrics/recorded-metrics.ts";

import { type ManagementPlace, openManagementPort } from "./management-port.ts";

/** A process that the supervisor keeps running, as the management port asks it. */
export interface AskedProcess {
  /** Returns the state of its parts; undefined if it does not answer in time. */
  parts(withinMs: number): Promise<Readonly<Record<string, PartState>> | undefined>;
  /** Returns its metrics; undefined if it does not answer in time. */
  values(withinMs: number): Promise<MetricSnapshot | undefined>;
  /** Returns the last metrics that it has told; undefined if it told none. */
  lastCounts(): MetricSnapshot | undefined;
}

/** Management of the processes of a supervisor. */
export interface SupervisedManagement {
  /** Opens the port. */
  open(place: ManagementPlace, log: Logger, warn?: (words: string) => void): Promise<void>;
  /** Takes up a run of a process that begins. */
  begun(name: string, run: AskedProcess): void;
  /** Keeps what a run of a process has counted that has ended. */
  ended(name: string, run: AskedProcess): void;
  /** Keeps what a former process of the same run had counted. */
  takenOver(name: string, run: AskedProcess, counted: MetricSnapshot | undefined): void;
  /** Adds to the count of the starts of a process after its first one. */
  restarted(name: string): void;
  /** Marks the start of everything as done. */
  started(): void;
  close(): Promise<void>;
}

/** Answer of a run of a process to a scrape. */
interface AskedRun {
  readonly name: string;
  readonly run: AskedProcess | undefined;
  readonly snapshot: MetricSnapshot | undefined;
}

/** Returns the values of a run: its answer, or its last counts if it gave none in time. */
function valuesOf({ run, snapshot }: AskedRun): readonly ProcessValues[] {
  if (snapshot !== undefined) return [{ snapshot, isFresh: true }];
  const last = run?.lastCounts();
  return last === undefined ? [] : [{ snapshot: last, isFresh: false }];
}

/** Makes the management of the processes of a host: what each says becomes one answer, and what ended processes have counted stays. */
export function createSupervisedManagement(): SupervisedManagement {
  const metrics = createRecordedMetrics();
  const figures = createProcessFigures(metrics, "up", softwareVersion);
  const joined = createJoinedMetrics();
  const running = new Map<string, AskedProcess | undefined>();
  let keeping: Promise<void> = Promise.resolve();
  let isStarted = false;
  let port: RunningManagement | undefined;

  const ready = async () => {
    const states = await Promise.all(
      [...running].map(async ([name, run]) => {
        const parts = await run?.parts(processAnswerMs);
        if (parts === undefined) return [[`${name}.process`, "failed"] as const];
        return [
          [`${name}.process`, "ok"] as const,
          ...Object.entries(parts).map(([part, state]) => [`${name}.${part}`, state] as const),
        ];
      }),
    );
    return Object.fromEntries(states.flat());
  };
  const asked = async (name: string, run: AskedProcess | undefined): Promise<AskedRun> => {
    const snapshot = await run?.values(processAnswerMs);
    const process = processNames.find((one) => one === name);
    if (process !== undefined) metrics.set("processUp", { process }, snapshot === undefined ? 0 : 1);
    return { name, run, snapshot };
  };
  const text = async () => {
    figures.take();
    const all = await Promise.all([...running].map(([name, run]) => asked(name, run)));
    const own = await metrics.snapshot();
    await allKept();
    // The counts of a run that has ended meanwhile are among those that are kept.
    const current = all.filter(({ name, run }) => running.get(name) === run).flatMap(valuesOf);
    return joined.text([...current, { snapshot: own, isFresh: true }]);
  };
  const allKept = async () => {
    for (let awaited: Promise<void> | undefined; awaited !== keeping;) {
      awaited = keeping;
      await awaited;
    }
  };
  const keep = (name: string, run: AskedProcess) => {
    if (running.get(name) !== run) return;
    running.set(name, undefined);
    const last = run.lastCounts();
    if (last !== undefined) keeping = keeping.then(() => joined.keep(last));
  };
  return {
    async open(place, log, warn) {
      const answers = { started: () => isStarted, ready, metrics: text, metricsMediaType };
      port = await openManagementPort(place, answers, log, warn);
    },
    begun(name, run) {
      const before = running.get(name);
      if (before !== undefined && before !== run) keep(name, before);
      running.set(name, run);
    },
    ended: keep,
    takenOver(name, run, counted) {
      if (running.get(name) === run && counted !== undefined) keeping = keeping.then(() => joined.keep(counted));
    },
    restarted(name) {
      const process = processNames.find((one) => one === name);
      if (process !== undefined) metrics.count("processRestarts", { process: process });
    },
    started: () => void (isStarted = true),
    async close() {
      figures.close();
      await port?.close();
    },
  };
}
