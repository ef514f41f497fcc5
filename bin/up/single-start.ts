import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { requirePrivateFolder } from "#platform/processes/private-folder.ts";
import { processesWith } from "#platform/processes/process-identity.ts";

import { CliError } from "../cli-error.ts";

/**
 * Makes sure that only one `gatehouse up` works on a data folder; gives what ends the claim.
 * @throws CliError when another one runs there
 * @throws NotPrivateError when others can enter the folder
 */
export function claimDataFolder(folder: string): () => void {
  requirePrivateFolder(folder);
  const path = join(folder, "up.pid");
  // A file left behind by a killed process is taken over, also when its number belongs to another program by now.
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 2) throw error;
    }
    const owner = Number(readFileSync(path, "utf8"));
    if (processesWith("gatehouse").includes(owner)) {
      throw new CliError(
        `Another 'gatehouse up' (process ${owner}) works in '${folder}'. End it, or set GATEHOUSE_DATA and HTTP_PORT.`,
      );
    }
    rmSync(path, { force: true });
  }
}
