import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";

import { withFileLock } from "#platform/processes/file-lock.ts";
import { userCacheFolder } from "#platform/settings/user-cache.ts";

/** What the tests need of others, kept in the user's cache folder. */
export interface KeptInstallation {
  readonly name: string;
  /** The file that lists it in exact versions: another list is another folder. */
  readonly list: string;
}

/** Where it is kept: the folder's name holds the platform and a hash of its list. */
export function folderOf({ name, list }: KeptInstallation): string {
  const hash = createHash("sha256").update(readFileSync(list)).digest("hex").slice(0, 12);
  return join(userCacheFolder(), `${name}-${process.platform}-${process.arch}-${hash}`);
}

/** Installs it where it is absent; `make` fills the folder that it is given. */
export async function installOnce(kept: KeptInstallation, make: (folder: string) => Promise<void>): Promise<void> {
  const folder = folderOf(kept);
  await mkdir(dirname(folder), { recursive: true });
  await withFileLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    // Made beside and moved, so that a folder of the final name is always whole.
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
