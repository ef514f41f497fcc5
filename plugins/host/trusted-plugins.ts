import { readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

import { changeableByOthers } from "#platform/processes/trusted-code.ts";

import { pluginName } from "./plugin-name.ts";

const code = /\.[cm]?[jt]s$/;

/**
 * Returns what users other than the service's can change of the plug-ins, with the command that fixes it: their folder, one of its files,
 * or the target of a link. A plug-in may do whatever the service may, so anyone who can change one controls the service.
 */
export function changeablePlugin(folder: string): string | undefined {
  const open = changeableByOthers(folder);
  if (open !== undefined) return open;
  for (const name of namesIn(folder)) {
    const found = changeableFile(join(folder, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the same for one file and the folder that really holds it. */
export function changeableFile(file: string): string | undefined {
  const real = realpathSync(file);
  return changeableByOthers(real) ?? changeableByOthers(dirname(real));
}

/** Returns the names of the files of a folder that may be plug-ins. */
export function pluginsIn(folder: string): string[] {
  return namesIn(folder).filter((name) => pluginName.test(name) && !name.includes(".test."));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => code.test(name));
  } catch (error) {
    // An installation without plug-ins needs no folder for them.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
