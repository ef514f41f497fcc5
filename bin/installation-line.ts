import type { Settings } from "#platform/settings/settings.ts";
import { describeDatabase } from "#store/database-url.ts";

import type { Identity } from "./sign-in-options.ts";

let isQuiet = false;

/** Leaves the line out for the command that runs now, or not. */
export function quietly(quiet: boolean): void {
  isQuiet = quiet;
}

/** Says on the error output on which service elsewhere a command acts, and as whom. */
export function sayService(url: string, identity: Identity): void {
  const who = "token" in identity ? "the holder of the access token in GATEHOUSE_TOKEN" : identity.user;
  if (!isQuiet) console.error(`Installation: the service at ${new URL(url).origin}, as ${who}`);
}

/** Says on the error output on which installation a local command acts, without the secrets of its settings. */
export function sayInstallation({ dataFolder, databaseUrl }: Pick<Settings, "dataFolder" | "databaseUrl">): void {
  if (!isQuiet) console.error(`Installation: ${describeDatabase(databaseUrl)}, data in ${dataFolder}`);
}
