import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { folderOf, installOnce, type KeptInstallation } from "./kept-installation.ts";

const run = promisify(execFile);

/** Third-party programs in Python with which the tests check this service, by purpose, with their exact versions in a folder of tools/. */
export const pythonPackages = {
  "scim-server": { what: "The SCIM service of the tests", list: "scim" },
  "soap-client": { what: "The SOAP client of the tests", list: "soap" },
  "rest-client": { what: "The generator of REST clients of the tests", list: "rest" },
} as const;

/** Name of one of these programs. */
export type PythonPackages = keyof typeof pythonPackages;

const keptAs = (name: PythonPackages): KeptInstallation => ({
  name,
  list: fileURLToPath(new URL(`../../tools/${pythonPackages[name].list}/requirements.txt`, import.meta.url)),
});

/**
 * Returns the folder of programs that the set-up of the tests has installed, among them the Python with the packages.
 * @throws Error that names the command to install them
 */
export function requirePythonPackages(name: PythonPackages): string {
  const folder = folderOf(keptAs(name));
  if (existsSync(folder)) return join(folder, "bin");
  throw new Error(`${pythonPackages[name].what} is missing. \`node tools/setup.mjs --test\` installs it.`);
}

/**
 * Installs packages into the user's cache folder unless they exist, in the exact versions of their list.
 * @throws Error naming what is missing: Python 3.11 or newer with venv, or the package registry
 */
export async function preparePythonPackages(name: PythonPackages, report: (words: string) => void): Promise<void> {
  await installOnce(keptAs(name), async (folder) => {
    report(`${pythonPackages[name].what} is being installed (pip, about half a minute) …`);
    await makeEnvironment(name, folder);
  });
}

async function makeEnvironment(name: PythonPackages, folder: string): Promise<void> {
  await run("python3", ["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"]).catch((cause) => {
    const way = "On Debian 12 or newer: apt-get install -y --no-install-recommends python3-venv";
    throw new Error(`The tests need Python 3.11 or newer as python3, with its modules venv and ensurepip. ${way}`, {
      cause,
    });
  });
  await run("python3", ["-m", "venv", folder]);
  const pip = ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--no-deps", "-q"];
  await run(join(folder, "bin", "python3"), [...pip, "-r", keptAs(name).list]).catch(
    (error: Error & { stderr?: string }) => {
      const words = `${pythonPackages[name].what} could not be installed with pip. ${error.stderr ?? error.message}`;
      throw new Error(words, { cause: error });
    },
  );
}
