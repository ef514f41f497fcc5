import type { Client } from "@temporalio/client";

import { createAuditKeeper } from "#activities/hub/audit-keeper.ts";
import { createClassKeeper } from "#activities/hub/class-keeper.ts";
import { keepSchedules } from "#activities/hub/discovery-schedules.ts";
import { keepMoments } from "#activities/hub/moments.ts";
import { type MonitorOptions, runMonitor } from "#activities/hub/monitor.ts";
import { keepGathering } from "#activities/hub/notice-mail.ts";
import { createRoleKeeper } from "#activities/hub/role-keeper.ts";
import { keepTakingDecisions } from "#activities/hub/sent-decisions.ts";
import { beginStandingWork } from "#activities/hub/standing-work.ts";
import { keepSweeping } from "#activities/hub/sweep.ts";
import { createViolationKeeper } from "#activities/hub/violation-keeper.ts";
import { createWebhookFeeder } from "#activities/hub/webhook-feeder.ts";
import { createHubWorker } from "#activities/hub/worker.ts";
import { partAnswerMs } from "#domain/metric-limits.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";
import { noteRestore } from "#operations/setup/note-restore.ts";
import { createAuditSinks } from "#platform/audit-sinks/create-audit-sinks.ts";
import { createLogger } from "#platform/logs/log.ts";
import { readSettings } from "#platform/settings/settings.ts";

import { runCleanup } from "../cleanup.ts";
import { composeService } from "../compose.ts";
import { countTime } from "../count-time.ts";
import { fired } from "../lifecycle.ts";
import { openManagedProcess } from "../managed-process.ts";
import { managementPlace } from "../management-port.ts";
import { programCaller } from "../program-caller.ts";
import { createRecordMetrics } from "../record-metrics.ts";
import { runChild } from "../run-child.ts";
import { installTemporalRuntime } from "../temporal-runtime.ts";
import { databaseCheck } from "./database-check.ts";
import { keepHeapLean } from "./lean-heap.ts";
import { workerConnection } from "./worker-connection.ts";

/**
 * Runs the hub until the process is told to stop: the workflows, the outbox dispatch, the keepers of the audit, of user classes and of
 * violations, the webhooks, the timers, the notifications and the monitor.
 */
export async function runHub(): Promise<void> {
  keepHeapLean();
  await runChild(async ({ signal, ready, endWith }) => {
    const settings = readSettings();
    const log = createLogger({ module: "hub", level: settings.logLevel });
    const managed = await openManagedProcess("hub", managementPlace(settings), log);
    const { metrics } = managed;
    const service = await composeService(settings, "hub", { dispatch: "sweep", log, metrics });
    const { context, temporal: client } = service;
    endWith(service.outdated);
    managed.watch({ checks: checksOf(context, client), record: createRecordMetrics(context, metrics) });
    // If an installation is upgraded without `gatehouse up`, this adds the rows of the new version: options, settings.
    await invoke(install, context, programCaller("hub"), {});
    await invoke(noteRestore, context, programCaller("hub"), {});
    const counting = countTime(context, signal);
    installTemporalRuntime(context.log);
    const keeper = createAuditKeeper({ context, sinks: createAuditSinks(settings), sweep: true });
    const feeder = createWebhookFeeder(context);
    const classes = createClassKeeper(context);
    const violations = createViolationKeeper(context);
    const roles = createRoleKeeper(context);
    try {
      const connection = await workerConnection(settings, context.log, signal);
      const { temporalNamespace: namespace } = settings;
      const worker = await createHubWorker({ connection, namespace, context });
      const running = worker.run();
      void fired(signal).then(() => worker.getState() === "RUNNING" && worker.shutdown());
      context.log.info("The hub runs.");
      ready(null);
      managed.started();
      if (client) void monitor({ context, client, signal });
      const sweeping = client && keepSweeping({ context, client, signal });
      const standing = client && beginStandingWork({ context, client, signal });
      const house = runCleanup(context, signal);
      const moments = keepMoments({ context, signal });
      const notices = keepGathering({ context, signal });
      const decisions = keepTakingDecisions(context, signal);
      const schedules = client && keepSchedules(context, client, signal);
      await running;
      await house;
      await counting;
      await moments;
      await notices;
      await decisions;
      await standing;
      await schedules;
      await sweeping;
      await connection.close();
    } finally {
      await feeder.stop();
      await roles.stop();
      await classes.stop();
      await violations.stop();
      await keeper.stop();
      await service.close();
      await managed.close();
    }
  });
}

/** Returns the checks of `/ready`: the database, and the engine, without which a hub does nothing. */
function checksOf({ store }: ServiceContext, client: Client | undefined) {
  return {
    database: databaseCheck(store),
    ...(client && { engine: () => requireEngine(client) }),
  };
}

async function requireEngine(client: Client): Promise<void> {
  const { namespace } = client.options;
  await client.withDeadline(Date.now() + partAnswerMs, () => client.workflowService.describeNamespace({ namespace }));
}

async function monitor(options: MonitorOptions): Promise<void> {
  try {
    await runMonitor(options);
  } catch (error) {
    if (!options.signal.aborted)
      options.context.log.error({ err: error }, "The monitor has failed; it runs again with the next start.");
  }
}
