import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

import { CliError } from "../cli-error.ts";

// Debian keeps servers in sbin, which is not on every user's PATH.
const systemFolders = ["/usr/local/sbin", "/usr/sbin", "/sbin"];

/**
 * Finds an installed program by its name.
 * @throws CliError naming the Debian package if it is missing
 */
export function findProgram(name: string, debianPackage: string): string {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...systemFolders];
  const found = folders.map((folder) => join(folder, name)).find((path) => isExecutable(path));
  if (found !== undefined) return found;
  throw new CliError(
    `The program ${name} is missing, without which nothing can be proved. Install the Debian package ${debianPackage}.`,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
