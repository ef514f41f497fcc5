import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

import { requirePrivateFile } from "../processes/private-folder.ts";
import { variableOf } from "./setting-definition.ts";
import { settingTable } from "./setting-table.ts";

/** Name of the file in the data folder that may hold settings as well. */
export const environmentFileName = "gatehouse.env";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the variables of a process, which take precedence over those of the file in its data folder: `NAME=value`, one per line.
 * @throws NotPrivateError if others can read the file, because it may hold passwords of databases
 */
export function withEnvironmentFile(variables: Variables): Variables {
  const given = Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== "");
  const { default: folder } = settingTable.dataFolder;
  const name = variableOf(settingTable.dataFolder);
  const file = join(variables[name]?.trim() || folder, environmentFileName);
  return { ...parseEnv(textOf(file)), ...Object.fromEntries(given), [name]: variables[name] };
}

function textOf(file: string): string {
  requirePrivateFile(file);
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    // The file is optional.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
