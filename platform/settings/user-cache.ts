import { homedir } from "node:os";
import { join } from "node:path";

import type { Environment } from "./settings.ts";

/** Returns the user's cache folder for files that can be made again: $XDG_CACHE_HOME/gatehouse or ~/.cache/gatehouse. */
export function userCacheFolder(environment: Environment = process.env): string {
  const base = environment["XDG_CACHE_HOME"]?.trim();
  return join(base ? base : join(environment["HOME"] ?? homedir(), ".cache"), "gatehouse");
}

/** Returns the folder of the compiled modules of our processes: compiling all of them again takes half of the time of a command. */
export function compiledFolder(environment: Environment = process.env): string {
  return join(userCacheFolder(environment), "compiled");
}
