import { setTimeout as sleep } from "node:timers/promises";

import { createApi } from "#api/http.ts";
import { startServer } from "#api/server.ts";
import { createStartUp, type StartUp } from "#api/start-up.ts";
import { ServiceError } from "#domain/errors.ts";
import { ModuleName } from "#domain/module-name.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { listFailedConnectors } from "#operations/proxies/list-failed-connectors.ts";
import { noteRestore } from "#operations/setup/note-restore.ts";
import { systemIds } from "#platform/ids.ts";
import { createLogger, type Logger } from "#platform/logs/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import { readSettings, type Settings } from "#platform/settings/settings.ts";
import { changeablePlugin } from "#plugins/host/trusted-plugins.ts";

import { CliError } from "../cli-error.ts";
import { composeService, type ComposedService } from "../compose.ts";
import { countTime } from "../count-time.ts";
import { messageOf } from "../failure.ts";
import { fired } from "../lifecycle.ts";
import { openManagedProcess } from "../managed-process.ts";
import { managementPlace } from "../management-port.ts";
import { listenForReload } from "../policy-reload.ts";
import { programCaller } from "../program-caller.ts";
import { createRecordMetrics } from "../record-metrics.ts";
import { runChild } from "../run-child.ts";
import { missingConditions, type MissingCondition } from "./start-conditions.ts";
import { waitForStart } from "./wait-for-start.ts";

/**
 * Runs the REST API until the process is told to stop. It listens immediately, and reports by `/ready` and in its log which
 * conditions are missing (specification 8).
 */
export async function runApi(): Promise<void> {
  await runChild(async ({ signal, ready, report }) => {
    const settings = readSettings();
    const { httpHost: host, httpPort: port, socketKeepAliveSeconds: keepAliveSeconds, logLevel } = settings;
    const open = changeablePlugin(settings.pluginFolder);
    if (open !== undefined) throw new CliError(`A plug-in of PLUGIN_FOLDER is not the service's alone: ${open}`);
    const log = createLogger({ module: "api", level: logLevel });
    const managed = await openManagedProcess("api", managementPlace(settings), log);
    const { metrics } = managed;
    const startUp = createStartUp({ ids: systemIds, retrySeconds: settings.startUpRetrySeconds });
    const server = await startServer({ host, port, keepAliveSeconds, ids: systemIds }, startUp.listener);
    let service: ComposedService | undefined;
    try {
      service = await composeWhenPossible({ settings, log, metrics, startUp, report, signal });
      const { context } = service;
      // Before anyone is shown a password that may have been changed since the backup.
      await invoke(noteRestore, context, programCaller("api"), {});
      const counting = countTime(context, signal);
      const failedConnectors = () =>
        invoke(listFailedConnectors, context, programCaller("health", ModuleName.Rest), {});
      const checks = checksOf(context);
      managed.watch({ checks, record: createRecordMetrics(context, metrics) });
      startUp.open(createApi({ context, checks, failedConnectors }).callback());
      const reloading = await listenForReload(context);
      log.info({ address: server.address }, "The API listens.");
      ready(server.address);
      managed.started();
      await fired(signal);
      await reloading.close();
      await counting;
    } finally {
      await server.close();
      await service?.close();
      await managed.close();
    }
  });
}

interface Start {
  /** Settings as first read; later changes are read again. */
  readonly settings: Settings;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly startUp: StartUp;
  report(words: string): void;
  readonly signal: AbortSignal;
}

function composeWhenPossible({ settings, log, metrics, startUp, report, signal }: Start): Promise<ComposedService> {
  const { startUpRetrySeconds } = settings;
  return waitForStart({
    attempt: () => tryToCompose(log, metrics),
    waits(missing, isNew) {
      const names = missing.map(({ name }) => name);
      startUp.waitFor(names);
      report(`waits for ${names.join(", ")}`);
      const reasons = missing.map(({ reason }) => reason);
      if (isNew) log.warn({ waitsFor: names, reasons, retrySeconds: startUpRetrySeconds }, "The API waits.");
      else log.debug({ waitsFor: names }, "The API still waits.");
    },
    pause: () => sleep(startUpRetrySeconds * 1000, undefined, { signal }),
  });
}

async function tryToCompose(log: Logger, metrics: Metrics): Promise<ComposedService | readonly MissingCondition[]> {
  const settings = readSettings();
  const missing = await missingConditions(settings);
  if (missing.length > 0) return missing;
  try {
    return await composeService(settings, "api", { dispatch: "nudge", log, metrics });
  } catch (error) {
    // The database answered a moment ago.
    if (!(error instanceof ServiceError) || error.kind !== "unavailable") throw error;
    return [{ name: "database", reason: messageOf(error) }];
  }
}

/** Returns the checks of `/ready`. The engine is not checked: while it is away the API still accepts requests. */
function checksOf({ store, changes }: ServiceContext) {
  return {
    database: async () => {
      if (!(await store.answers())) throw new Error("The database does not answer.");
    },
    changes: async () => {
      if (!changes.healthy()) throw new Error("The change log does not answer.");
    },
  };
}
