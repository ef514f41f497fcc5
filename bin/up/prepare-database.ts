import { setTimeout as sleep } from "node:timers/promises";

import { ServiceError } from "#domain/errors.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";
import type { Logger } from "#platform/logs/log.ts";
import type { Settings } from "#platform/settings/settings.ts";
import { closedResources } from "#store/closed-resources.ts";
import { describeDatabase } from "#store/database-url.ts";
import { migrate } from "#store/schema/migrate.ts";

import { composeService, type ComposedService, requireDatabaseFolder } from "../compose.ts";
import { messageOf } from "../failure.ts";
import { createFirstSuperuser, type FirstSuperuser } from "../first-superuser.ts";
import { programCaller } from "../program-caller.ts";

/** A migrated database with a superuser. */
export interface PreparedDatabase {
  readonly service: ComposedService;
  /** Names of the migrations that ran. */
  readonly ran: readonly string[];
  /** Superuser who was just created; absent if there was one. */
  readonly superuser?: FirstSuperuser;
}

const lookPauseMs = 2_000;
const superuserId = "admin";

/** Settings and tools to prepare a database. */
export interface DatabasePreparation {
  readonly settings: Settings;
  readonly log: Logger;
  /** Receives in words the condition that it waits for. */
  readonly report: (words: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Migrates the schema, writes the initial rows of every installation, and creates the superuser if there is none. Waits for a
 * database server that does not answer yet.
 */
export async function prepareDatabase({ settings, log, ...wait }: DatabasePreparation): Promise<PreparedDatabase> {
  requireDatabaseFolder(settings);
  const ran = await migrateInTime(settings.databaseUrl, wait);
  const service = await composeService(settings, "up", { dispatch: "none", log });
  const { context } = service;
  await invoke(install, context, programCaller("up"), {});
  const closed = await closedResources({ databaseUrl: settings.databaseUrl }, 0);
  if (closed.length > 0) {
    log.warn(
      { targetSystems: closed.map(({ id, isClosed, groups }) => ({ id, isClosed, groups })) },
      "Nothing can be requested on these target systems, or about so many of their managed groups: nothing says who authorizes it. 'gatehouse catalogue closed' names them and the way out.",
    );
  }
  // Last, so that nothing fails between creating the password and showing it.
  const superuser = await createFirstSuperuser(context, programCaller("up"), { id: superuserId });
  return { service, ran, ...(superuser && { superuser }) };
}

type Waiting = Pick<DatabasePreparation, "report" | "signal">;

async function migrateInTime(databaseUrl: string, { report, signal }: Waiting): Promise<readonly string[]> {
  for (;;) {
    try {
      return await migrate({ databaseUrl });
    } catch (error) {
      const isAway = error instanceof ServiceError && error.code === "DATABASE_UNAVAILABLE";
      if (!isAway || databaseUrl.startsWith("sqlite:") || signal.aborted) throw error;
      report(`waits for ${describeDatabase(databaseUrl)}: ${messageOf(error)}`);
      await sleep(lookPauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
