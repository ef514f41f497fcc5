import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { buildFolder } from "#bin/built-program.ts";
import { withFileLock } from "#platform/processes/file-lock.ts";

import { builtFromNote, isBuiltFrom, sourcesHash } from "./built-from.ts";
import { builtFolder, webFolder } from "./folders.ts";

/** Returns true if the pages are built from the sources as they are. */
export const arePagesCurrent = (root: string): boolean => isBuiltFrom(builtFolder, sourcesHash(root));

/** Builds the pages of the web UI, from which the API serves them, unless they are current; of several processes one builds them. */
export async function buildPagesIfChanged(root: string): Promise<void> {
  if (arePagesCurrent(root)) return;
  // Beside the pages the bundler would delete the lock.
  const folder = join(root, buildFolder);
  mkdirSync(folder, { recursive: true });
  await withFileLock(join(folder, "pages.lock"), async () => {
    // Another process may have built them meanwhile.
    if (!arePagesCurrent(root)) await buildPages(root);
  });
}

/** Builds the pages of the web UI; `report` receives what each weighs. Sets `process.exitCode` if one is too heavy. */
export async function buildPages(root: string, report: (line: string) => void = () => undefined): Promise<void> {
  console.log("Building the pages of the web UI …");
  const hash = sourcesHash(root);
  // The bundler takes longer to load than a look at the sources.
  const [{ build }, { viteOptions }, { packFiles }, { weightsOf }] = await Promise.all([
    import("vite"),
    import("./vite-options.ts"),
    import("./pack-files.ts"),
    import("./weights.ts"),
  ]);
  await build({ ...viteOptions, logLevel: "warn" });
  packFiles(builtFolder);
  const weights = weightsOf(builtFolder, webFolder);
  for (const { name, bytes, limit } of weights)
    report(`  ${(bytes / 1_000).toFixed(1).padStart(6)} kB of ${limit / 1_000}  ${name}`);
  const heavy = weights.filter(({ bytes, limit }) => bytes > limit);
  if (heavy.length > 0) {
    console.error(`Too heavy: ${heavy.map(({ name }) => name).join(", ")}. Load less at first, or more of it later.`);
    process.exitCode = 1;
  } else {
    writeFileSync(builtFromNote(builtFolder), hash);
  }
}
