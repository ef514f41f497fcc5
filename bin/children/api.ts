import { setTimeout as sleep } from "node:timers/promises";

import type { HealthCheck } from "#api/health.ts";
import { createApi } from "#api/http.ts";
import { type RunningServer, startServer } from "#api/server.ts";
import { unlessTooOld } from "#api/unless-too-old.ts";
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
import { handedDescriptor } from "../handed-socket.ts";
import { fired } from "../lifecycle.ts";
import { openManagedProcess } from "../managed-process.ts";
import { managementPlace } from "../management-port.ts";
import { listenForReload } from "../policy-reload.ts";
import { programCaller } from "../program-caller.ts";
import { createRecordMetrics } from "../record-metrics.ts";
import { runChild } from "../run-child.ts";
import { letGo, type Orders, takeOrders } from "../take-orders.ts";
import { databaseCheck } from "./database-check.ts";
import { createLameDuck, type LameDuck } from "./lame-duck.ts";
import { missingConditions, type MissingCondition } from "./start-conditions.ts";
import { waitForStart } from "./wait-for-start.ts";

/** Milliseconds in which an API that is too old tells callers so, before it ends. */
const tooOldAnswersMs = 3_000;
/** Milliseconds within which the process that holds the socket has closed its side of it. */
const letGoMs = 250;

/**
 * Runs the REST API until the process that holds its socket tells it to stop. It listens once it can answer, and reports in its log
 * which conditions are missing before that (specification 8). When it is to end it first says so by `/ready`, for LAME_DUCK_SECONDS.
 */
export async function runApi(): Promise<void> {
  const orders = takeOrders();
  await runChild(async ({ signal, ready, report, endWith }) => {
    const settings = readSettings();
    const open = changeablePlugin(settings.pluginFolder);
    if (open !== undefined) throw new CliError(`A plug-in of PLUGIN_FOLDER is not the service's alone: ${open}`);
    const log = createLogger({ module: "api", level: settings.logLevel });
    const managed = await openManagedProcess("api", managementPlace(settings), log);
    const { metrics } = managed;
    const service = await composeWhenPossible({ settings, log, metrics, report, signal });
    try {
      const { context, outdated } = service;
      endWith(outdated, tooOldAnswersMs);
      // Before anyone is shown a password that may have been changed since the backup.
      await invoke(noteRestore, context, programCaller("api"), {});
      const counting = countTime(context, signal);
      const lameDuck = createLameDuck();
      const checks = { ...checksOf(context), accepting: lameDuck.check };
      managed.watch({ checks, record: createRecordMetrics(context, metrics) });
      const reloading = await listenForReload(context);
      outdated.addEventListener("abort", () => lameDuck.begin(), { once: true });
      const server = await listen(context, { checks, lameDuck, outdated });
      log.info({ address: server.address }, "The API listens.");
      ready(server.address);
      orders.answers();
      void takeLeave({ server, lameDuck, context }, orders);
      managed.started();
      await fired(signal);
      lameDuck.begin();
      server.leave();
      // As long as the other process hears it.
      await managed.close();
      letGo();
      await sleep(letGoMs);
      await server.close();
      await reloading.close();
      await counting;
    } finally {
      await service.close();
    }
  }, orders.stop);
}

interface Listening {
  readonly checks: Readonly<Record<string, HealthCheck>>;
  readonly lameDuck: LameDuck;
  readonly outdated: AbortSignal;
}

/** Listens at the address of the settings, or at the socket that was handed over. */
async function listen(context: ServiceContext, { checks, lameDuck, outdated }: Listening): Promise<RunningServer> {
  const { httpHost: host, httpPort: port, socketKeepAliveSeconds: keepAliveSeconds } = readSettings();
  const failedConnectors = () => invoke(listFailedConnectors, context, programCaller("health", ModuleName.Rest), {});
  const api = createApi({ context, checks, failedConnectors, isLeaving: lameDuck.hasBegun });
  const descriptor = handedDescriptor(process.env);
  const listener = unlessTooOld(api.callback(), { outdated, ids: systemIds });
  return startServer({ host, port, descriptor, keepAliveSeconds, ids: systemIds }, listener);
}

interface Leaving {
  readonly server: RunningServer;
  readonly lameDuck: LameDuck;
  readonly context: ServiceContext;
}

/** Waits for the order to leave, then says by `/ready` that the process is about to end, while it still answers. */
async function takeLeave({ server, lameDuck, context }: Leaving, { leave, stop, finish }: Orders): Promise<void> {
  const { lameDuckSeconds } = context.settings;
  await fired(leave);
  lameDuck.begin();
  server.leave();
  context.log.info({ lameDuckSeconds }, "The API is about to end.");
  await sleep(lameDuckSeconds * 1000, undefined, { signal: stop }).catch(() => undefined);
  finish();
}

interface Start {
  /** Settings as first read; later changes are read again. */
  readonly settings: Settings;
  readonly log: Logger;
  readonly metrics: Metrics;
  report(words: string): void;
  readonly signal: AbortSignal;
}

function composeWhenPossible({ settings, log, metrics, report, signal }: Start): Promise<ComposedService> {
  const { startUpRetrySeconds } = settings;
  return waitForStart({
    attempt: () => tryToCompose(log, metrics),
    waits(missing, isNew) {
      const names = missing.map(({ name }) => name);
      const reasons = missing.map(({ reason }) => reason);
      report(`waits for ${names.join(", ")}: ${reasons.join(" ")}`);
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
    database: databaseCheck(store),
    changes: async () => {
      if (!changes.healthy()) throw new Error("The change log does not answer.");
    },
  };
}
