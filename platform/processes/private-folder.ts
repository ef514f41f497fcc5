import { statSync } from "node:fs";

import { makeFolderDurably } from "../files/durable-file.ts";

const othersRights = 0o077;

/** Error for a file or folder that others than its owner could read; the message says how to fix it. */
class NotPrivateError extends Error {
  override readonly name = "NotPrivateError";
}

/**
 * Makes a folder for the owner alone, or makes sure that no one else can enter an existing one.
 * @throws NotPrivateError
 */
export function requirePrivateFolder(folder: string): void {
  makeFolderDurably(folder);
  requirePrivate(folder, "entered", "700");
}

/**
 * Makes sure that a file, if it exists, can be read by its owner alone.
 * @throws NotPrivateError
 */
export function requirePrivateFile(file: string): void {
  requirePrivate(file, "read", "600");
}

function requirePrivate(path: string, done: string, mode: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || process.platform === "win32") return;
  if ((found.mode & othersRights) !== 0) {
    throw new NotPrivateError(`${path} can be ${done} by others than its owner. Run: chmod ${mode} ${path}`);
  }
  const own = process.getuid?.() ?? found.uid;
  // A program that root starts may use a folder of the user as whom it then runs; every other user must own the folder.
  if (found.uid !== own && own !== 0) {
    throw new NotPrivateError(`${path} belongs to another user (${found.uid}). Run: chown ${own} ${path}`);
  }
}
