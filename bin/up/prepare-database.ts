import { Secret } from "#connectors/contract/index.ts";
import { invoke } from "#operations/invoke.ts";
import { createSuperuser } from "#operations/setup/create-superuser.ts";
import { install } from "#operations/setup/install.ts";
import type { Logger } from "#platform/log.ts";
import type { Settings } from "#platform/settings.ts";
import { closedTargetSystems } from "#store/closed-target-systems.ts";
import { migrate } from "#store/migrate.ts";

import { composeService, type ComposedService } from "../compose.ts";
import { engineCaller } from "../engine-caller.ts";

/** A migrated database with a superuser. */
export interface PreparedDatabase {
  readonly service: ComposedService;
  /** Migrations that ran, by name. */
  readonly ran: readonly string[];
  /** The superuser who was created just now; absent where there was one. */
  readonly superuser?: { readonly id: string; readonly password: Secret };
}

const superuserId = "admin";
const passwordBytes = 15;

/** Brings the schema up to date, writes what every installation starts with, and creates the superuser where there is none. */
export async function prepareDatabase(settings: Settings, log: Logger): Promise<PreparedDatabase> {
  const ran = await migrate({ databaseUrl: settings.databaseUrl });
  const service = await composeService(settings, "up", { dispatch: "none", log });
  const { context } = service;
  await invoke(install, context, engineCaller("up"), {});
  const closed = await closedTargetSystems({ databaseUrl: settings.databaseUrl });
  if (closed.length > 0) {
    log.warn(
      { targetSystems: closed },
      "Nothing can be requested on these target systems: they have no authorization phases and do not say autoApprove.",
    );
  }
  if ((await context.store.count("users", { superuser: true })) > 0) return { service, ran };
  const password = new Secret(context.ids.token(passwordBytes));
  await invoke(createSuperuser, context, engineCaller("up"), { id: superuserId, password });
  return { service, ran, superuser: { id: superuserId, password } };
}
