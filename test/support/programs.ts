import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

// Debian keeps servers in sbin, which is not on every user's PATH, and PostgreSQL in a folder per version.
const systemFolders = ["/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/libexec", "/usr/lib/postgresql/15/bin"];

/** Thrown if a program to be run is not installed; the message names the package that has it. */
export class MissingProgramError extends Error {
  override readonly name = "MissingProgramError";
}

/**
 * Finds an installed program by its name.
 * @throws MissingProgramError naming the Debian package if it is missing
 */
export function requireProgram(name: string, debianPackage: string): string {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...systemFolders];
  const found = folders.map((folder) => join(folder, name)).find((path) => isExecutable(path));
  if (!found)
    throw new MissingProgramError(`The program ${name} is missing. Install the Debian package ${debianPackage}.`);
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
