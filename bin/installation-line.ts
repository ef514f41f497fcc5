import type { Settings } from "#platform/settings/settings.ts";
import { describeDatabase } from "#store/database-url.ts";

let isQuiet = false;

/** Leaves the line out for the command that runs now, or not. */
export function quietly(quiet: boolean): void {
  isQuiet = quiet;
}

/** Says on the error output on which installation a local command acts, without the secrets of its settings. */
export function sayInstallation({ dataFolder, databaseUrl }: Pick<Settings, "dataFolder" | "databaseUrl">): void {
  if (!isQuiet) console.error(`Installation: ${describeDatabase(databaseUrl)}, data in ${dataFolder}`);
}
