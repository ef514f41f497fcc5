import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { folderOf, installOnce, type KeptInstallation } from "./kept-installation.ts";

const run = promisify(execFile);

/** Third-party programs in Java with which the long tests check this service, by purpose; each has its list in a folder of tools/java. */
export const javaPackages = {
  generator: "The generator of clients of the tests",
  clients: "What the Java clients of the tests need",
} as const;

/** Name of one of these programs. */
export type JavaPackages = keyof typeof javaPackages;

const keptAs = (name: JavaPackages): KeptInstallation => ({
  name: `java-${name}`,
  list: fileURLToPath(new URL(`../../tools/java/${name}/pom.xml`, import.meta.url)),
});

/**
 * Returns the class path of packages that the set-up of the long tests has installed.
 * @throws Error that names the command to install them
 */
export function requireJavaPackages(name: JavaPackages): string {
  const folder = folderOf(keptAs(name));
  if (existsSync(folder)) return join(folder, "*");
  throw new Error(`${javaPackages[name]}: missing. \`node tools/setup.mjs --test --long\` installs it.`);
}

/**
 * Installs packages into the user's cache folder unless they exist, in the exact versions of their list.
 * @throws Error naming what is missing: Maven, or the package registry
 */
export async function prepareJavaPackages(name: JavaPackages, report: (words: string) => void): Promise<void> {
  const kept = keptAs(name);
  await installOnce(kept, async (folder) => {
    report(`${javaPackages[name]}: being installed (mvn, about half a minute) …`);
    const copy = ["dependency:copy-dependencies", `-DoutputDirectory=${folder}`];
    await run("mvn", ["-q", "-B", "-f", kept.list, ...copy]).catch((error: Error & { stdout?: string }) => {
      throw new Error(`${javaPackages[name]}: not installed by Maven (mvn). ${error.stdout ?? error.message}`, {
        cause: error,
      });
    });
  });
}
