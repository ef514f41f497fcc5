import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";

import { withFileLock } from "#platform/processes/file-lock.ts";
import { userCacheFolder } from "#platform/settings/user-cache.ts";

/** A third-party installation that the tests need, kept in the user's cache folder. */
export interface KeptInstallation {
  readonly name: string;
  /** File that lists it in exact versions: another list gets another folder. */
  readonly list: string;
}

/** Returns its folder, whose name has the platform and a hash of its list. */
export function folderOf({ name, list }: KeptInstallation): string {
  const hash = createHash("sha256").update(readFileSync(list)).digest("hex").slice(0, 12);
  return join(userCacheFolder(), `${name}-${process.platform}-${process.arch}-${hash}`);
}

/** Installs it unless it exists; `make` fills the folder that it gets. */
export async function installOnce(kept: KeptInstallation, make: (folder: string) => Promise<void>): Promise<void> {
  const folder = folderOf(kept);
  await mkdir(dirname(folder), { recursive: true });
  await withFileLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    // Made under another name and then moved, so that a folder of the final name is always complete.
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    try {
      await make(unfinished);
      await rename(unfinished, folder);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  });
}
