import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

const ownerOnly = { file: 0o600, folder: 0o700 } as const;

const partBytes = 6;
const partEnding = /\.[0-9a-f]{12}$/;

/** Placing of a new file: `replace` replaces an older one, `create` requires that there is none. */
export type Placing = "replace" | "create";

/**
 * Writes a file for its owner alone, on the disk under its name when this returns. A power cut at any moment leaves the former content or
 * the whole of the new text.
 * @throws EEXIST for `create` if a file of that name exists
 */
export function writeFileDurably(path: string, text: string, placing: Placing = "replace"): void {
  const part = `${path}.${randomBytes(partBytes).toString("hex")}`;
  try {
    writeFileSync(part, text, { mode: ownerOnly.file, flag: "wx" });
    chmodSync(part, ownerOnly.file);
    placeDurably(part, path, placing);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Removes the parts that interrupted writes of a file left beside it; no one else may write the file meanwhile. */
export function removeParts(path: string): void {
  const folder = dirname(path);
  const isPart = (name: string) => name.startsWith(`${basename(path)}.`) && partEnding.test(name);
  for (const name of readdirSync(folder).filter(isPart)) rmSync(join(folder, name));
}

/**
 * Gives a written file of the same folder its name, on the disk when this returns: first the bytes, then the name.
 * @throws EEXIST for `create` if a file of that name exists
 */
export function placeDurably(part: string, path: string, placing: Placing = "replace"): void {
  sync(part);
  // A link appears whole or fails if the name is taken: of several processes at once, one wins.
  if (placing === "create") linkSync(part, path);
  else renameSync(part, path);
  syncFolder(dirname(path));
}

/** Makes a folder for its owner alone with the folders above it, on the disk when this returns; one that exists stays as it is. */
export function makeFolderDurably(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: ownerOnly.folder });
  if (first === undefined) return;
  for (let made = resolve(folder); made.length >= resolve(first).length; made = dirname(made))
    syncFolder(dirname(made));
}

/** Brings the names in a folder onto the disk; the sync of a file promises its bytes alone. */
export function syncFolder(folder: string): void {
  sync(folder);
}

function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
