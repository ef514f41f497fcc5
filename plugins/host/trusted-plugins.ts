import { readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

import { changeableByOthers } from "#platform/processes/trusted-code.ts";

import { pluginName } from "./plugin-name.ts";

const code = /\.[cm]?[jt]s$/;

/**
 * Says what others than the service's user may change of the plug-ins, with the command that ends it: their folder, one of its files,
 * or what a file leads to. A plug-in may do whatever the service may, so whoever can change one is the service.
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

/** The same of one file and the folder in which it really lies. */
export function changeableFile(file: string): string | undefined {
  const real = realpathSync(file);
  return changeableByOthers(real) ?? changeableByOthers(dirname(real));
}

/** The names of the files of a folder that may be plug-ins. */
export function pluginsIn(folder: string): string[] {
  return namesIn(folder).filter((name) => pluginName.test(name) && !name.includes(".test."));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => code.test(name));
  } catch (error) {
    // Who has no plug-ins needs no folder of them.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
