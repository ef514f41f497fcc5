import { existsSync } from "node:fs";
import { resolve } from "node:path";

import type { Settings } from "#platform/settings/settings.ts";
import { describeDatabase, parseDatabaseUrl } from "#store/database-url.ts";
import { migrationNames } from "#store/schema/migration-names.ts";
import { migrationState } from "#store/schema/migration-state.ts";

import { CliError, ExitCode } from "./cli-error.ts";
import { requireDatabaseFolder } from "./compose.ts";

/**
 * Throws unless the settings name an existing installation, and creates no file: a command on another machine, or with another
 * folder, would otherwise work on a second, empty installation.
 * @throws CliError
 */
export async function requireInstallation(settings: Settings): Promise<void> {
  const { databaseUrl, dataFolder } = settings;
  requireDatabaseFolder(settings);
  const address = parseDatabaseUrl(databaseUrl);
  if (address.dialect === "sqlite") {
    const file = resolve(address.file);
    if (existsSync(file)) return;
    throw none(`${file} is not there (data folder ${dataFolder})`);
  }
  const { pending } = await migrationState({ databaseUrl });
  if (pending.length === migrationNames().length) throw none(`${describeDatabase(databaseUrl)} is empty`);
}

function none(what: string): CliError {
  return new CliError(
    `There is no installation here: ${what}. Call the command on the machine of the service, set GATEHOUSE_DATA or DATABASE_URL to the installation that is meant, or give the address of the service with --url, where the command takes it. 'gatehouse up' makes a new one, and so do 'gatehouse migrate' and 'gatehouse install'.`,
    ExitCode.Usage,
  );
}
