import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { withFileLock } from "#platform/processes/file-lock.ts";
import { userCacheFolder } from "#platform/settings/user-cache.ts";

const run = promisify(execFile);
const requirements = fileURLToPath(new URL("../../tools/scim/requirements.txt", import.meta.url));

/** How the SCIM service of the tests is started: a program and its first arguments. */
export interface ScimProgram {
  readonly python: string;
  readonly script: string;
}

/** Where the service is kept: the folder's name holds the platform and a hash of the exact versions. */
export function cachedScimProgram(): ScimProgram {
  const hash = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const bin = join(userCacheFolder(), `scim-server-${process.platform}-${process.arch}-${hash}`, "bin");
  return { python: join(bin, "python3"), script: join(bin, "scim2-server") };
}

/**
 * The service that the set-up of the tests has installed.
 * @throws Error saying how to install it
 */
export function requireScimProgram(): ScimProgram {
  const program = cachedScimProgram();
  if (!existsSync(program.script))
    throw new Error("The SCIM service of the tests is missing. `node tools/setup.mjs --test` installs it.");
  return program;
}

/**
 * Installs the service into the user's cache folder where it is absent, in the exact versions of its list.
 * @throws Error naming what is missing: Python 3.11 or newer with venv, or the package registry
 */
export async function prepareScimProgram(report: (words: string) => void): Promise<void> {
  const { script } = cachedScimProgram();
  const folder = dirname(dirname(script));
  await mkdir(dirname(folder), { recursive: true });
  await withFileLock(`${folder}.lock`, async () => {
    if (existsSync(script)) return;
    report("Installing the SCIM service of the tests (pip, about half a minute) …");
    // Made beside and moved, so that a folder of the final name is always whole.
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    try {
      await makeEnvironment(unfinished);
      await rename(unfinished, folder);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  });
}

async function makeEnvironment(folder: string): Promise<void> {
  await run("python3", ["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"]).catch((cause) => {
    const way = "On Debian 12 or newer: apt-get install -y --no-install-recommends python3-venv";
    throw new Error(`The tests need Python 3.11 or newer as python3, with its modules venv and ensurepip. ${way}`, {
      cause,
    });
  });
  await run("python3", ["-m", "venv", folder]);
  const pip = ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--no-deps", "-q"];
  await run(join(folder, "bin", "python3"), [...pip, "-r", requirements]).catch(
    (error: Error & { stderr?: string }) => {
      throw new Error(
        `The SCIM service of the tests could not be installed with pip. ${error.stderr ?? error.message}`,
        {
          cause: error,
        },
      );
    },
  );
}
