import type { Settings } from "#platform/settings/settings.ts";
import { describeDatabase } from "#store/database-url.ts";

import type { Identity } from "./sign-in-options.ts";

let isQuiet = false;

/** Turns the line about the installation off or on for the running command. */
export function quietly(quiet: boolean): void {
  isQuiet = quiet;
}

/** Prints on the error output the remote service on which a command acts, and the user who signs in. */
export function sayService(url: string, identity: Identity): void {
  const who = "token" in identity ? "the holder of the access token in GATEHOUSE_TOKEN" : identity.user;
  if (!isQuiet) console.error(`Installation: the service at ${new URL(url).origin}, as ${who}`);
}

/** Prints on the error output the installation on which a local command acts, without the secrets of its settings. */
export function sayInstallation({ dataFolder, databaseUrl }: Pick<Settings, "dataFolder" | "databaseUrl">): void {
  if (!isQuiet) console.error(`Installation: ${describeDatabase(databaseUrl)}, data in ${dataFolder}`);
}
