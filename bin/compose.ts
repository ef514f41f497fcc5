import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, resolve } from "node:path";

import type { Client } from "@temporalio/client";

import { AggregatedRefusals } from "#operations/kernel/aggregated-refusals.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { nodesOf } from "#operations/nodes/engine/nodes-of.ts";
import { createPasswordHasher } from "#operations/proofs/password-hasher.ts";
import { tablesWhenUsed } from "#operations/tables/tables-when-used.ts";
import { createBreachedList } from "#platform/breached-passwords/breached-list.ts";
import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { ringPassphrase } from "#platform/keys/ring-passphrase.ts";
import type { Logger } from "#platform/logs/log.ts";
import { createLogger } from "#platform/logs/log.ts";
import { type Metrics, noMetrics } from "#platform/metrics/metrics.ts";
import type { Settings } from "#platform/settings/settings.ts";
import { createPluginHost } from "#plugins/host/plugin-host.ts";
import { createChangeFeed } from "#store/changes/change-feed.ts";
import { parseDatabaseUrl } from "#store/database-url.ts";
import { openKeyRing } from "#store/key-ring-record.ts";
import { openStore } from "#store/open-store.ts";
import { migrationState } from "#store/schema/migration-state.ts";
import type { Store } from "#store/store.ts";

import { joinChangeNotices } from "./change-notices.ts";
import { CliError } from "./cli-error.ts";
import { bindItemCondition, bindUserCondition } from "./read-conditions.ts";
import { openPolicies } from "./stored-policies.ts";
import { openSettings } from "./stored-settings.ts";
import { tooOldWords, watchFence } from "./version-watch.ts";

/** Everything that operations need, composed for one process. */
export interface ComposedService {
  readonly context: ServiceContext;
  /** Fires when this process has become too old for the database, with the reason in words. */
  readonly outdated: AbortSignal;
  /** Client of the engine; absent if the process does not talk to it. */
  readonly temporal?: Client;
  /** Stops the outbox dispatch and closes every connection. */
  close(): Promise<void>;
}

/** Role of a process. */
export interface ComposeOptions {
  /** Dispatch of the outbox to the engine: `nudge` after own commits (api), also `sweep` every second (hub), or `none`. */
  readonly dispatch: "none" | "nudge" | "sweep";
  readonly log?: Logger;
  /** Recorder of the metrics; a command has none. */
  readonly metrics?: Metrics;
}

/**
 * Composes the service: the only place where database, policies and engine meet.
 * @throws CliError if the database has not been migrated, or does not meet the requirements (not durable, too old)
 * @throws ForeignKeyRingError if the key ring of the data folder belongs to another database
 * @throws RingPassphraseError if the key ring is wrapped, and its passphrase is missing or wrong
 */
export async function composeService(
  start: Settings,
  module: string,
  options: ComposeOptions,
): Promise<ComposedService> {
  const log = options.log ?? createLogger({ module, level: start.logLevel });
  const { databaseUrl, nodeName: node, socketKeepAliveSeconds: keepAliveSeconds } = start;
  requireDatabaseFolder(start);
  await requireMigrated(databaseUrl);
  const { dataFolder: folder, keyRingPassphraseFile: file, keyRingPassphraseCommand: command } = start;
  const keyRing = await openKeyRing({ databaseUrl, folder, passphrase: ringPassphrase({ file, command }, folder) });
  const store = await openStore({
    databaseUrl,
    node,
    keyRing,
    keepAliveSeconds,
    clock: systemClock,
    ids: systemIds,
    dispatches: options.dispatch !== "none",
  });
  const changes = createChangeFeed({
    changeLog: store.changeLog,
    clock: systemClock,
    log,
    pollMs: start.changesPollMs,
  });
  // The feed starts before its followers load, so a change between the two is part of what they load.
  await changes.start();
  const fence = watchFence(store, log, options.dispatch !== "none");
  const policies = await openPolicies(store, { log, changes });
  const stored = await openSettings(start, store, { log, changes, isService: options.dispatch !== "none" });
  const { settings } = stored;
  const { temporal, dispatch } =
    options.dispatch === "none" ? {} : await joinEngine(settings, store, options.dispatch, log);
  const gathered = new AggregatedRefusals({ store, clock: systemClock, ids: systemIds, log });
  const plugins = createPluginHost({ folder: settings.pluginFolder, log, clock: systemClock });
  const breachedPasswords = createBreachedList(settings.breachedPasswordsFile);
  const context: ServiceContext = {
    store,
    nodes: nodesOf({ store, clock: systemClock, ids: systemIds, log }),
    policies: policies.engine,
    reloadPolicies: () => policies.reload(),
    reloadSettings: () => stored.reload(),
    clock: systemClock,
    ids: systemIds,
    log,
    metrics: options.metrics ?? noMetrics,
    settings,
    // Without sign-ins no one can exhaust the processors, so hashing may use all of them.
    passwords: createPasswordHasher(options.dispatch === "none" ? { parallelMax: availableParallelism() } : {}),
    breachedPasswords,
    plugins,
    changes,
    gathered,
    tables: await tablesFor(options),
    userCondition: bindUserCondition,
    itemCondition: bindItemCondition,
    nudge: () => dispatch?.nudge(),
  };
  const notices = await joinChangeNotices({ changes, settings, log, ids: systemIds }, options.dispatch !== "none");
  return {
    context,
    outdated: fence.outdated,
    ...(temporal ? { temporal } : {}),
    async close() {
      fence.stop();
      await notices.close();
      policies.stop();
      stored.stop();
      await changes.stop();
      await dispatch?.stop();
      await temporal?.connection.close();
      await plugins.close();
      await breachedPasswords.close();
      await gathered.close();
      await store.close();
    },
  };
}

/**
 * Throws unless the folder of a DATABASE_URL file exists: a mistyped one would be a new, empty installation.
 * @throws CliError
 */
export function requireDatabaseFolder({ databaseUrl, dataFolder }: Settings): void {
  const address = parseDatabaseUrl(databaseUrl);
  if (address.dialect !== "sqlite") return;
  const folder = dirname(resolve(address.file));
  if (folder === dataFolder || existsSync(folder)) return;
  throw new CliError(`The folder ${folder} of DATABASE_URL is not there. Make it, or correct DATABASE_URL.`);
}

/** Returns the tables of operations: complete in a long-lived process, so that none is loaded within a transaction. */
async function tablesFor({ dispatch }: ComposeOptions): Promise<ServiceContext["tables"]> {
  return dispatch === "none" ? tablesWhenUsed : (await import("#operations/tables/service-tables.ts")).serviceTables;
}

async function joinEngine(settings: Settings, { outbox }: Store, dispatch: "nudge" | "sweep", log: Logger) {
  // The engine's client is the slowest part for a command to load, and most commands never talk to the engine.
  const { connectTemporal } = await import("#platform/temporal/temporal.ts");
  const { OutboxDispatch } = await import("#platform/temporal/outbox-dispatch.ts");
  const temporal = await connectTemporal(settings);
  return { temporal, dispatch: new OutboxDispatch({ outbox, client: temporal, log, sweep: dispatch === "sweep" }) };
}

async function requireMigrated(databaseUrl: string): Promise<void> {
  const { pending, findings, admission } = await migrationState({ databaseUrl });
  if (admission !== "whole") throw new CliError(tooOldWords());
  const problems = findings.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) throw new CliError(problems.join(" "));
  if (pending.length > 0)
    throw new CliError(`The database lacks ${pending.length} change(s) of its schema. Run 'gatehouse migrate'.`);
}
