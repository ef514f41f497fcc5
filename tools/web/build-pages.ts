import { writeFileSync } from "node:fs";

import { builtFromNote, isBuiltFrom, sourcesHash } from "./built-from.ts";
import { builtFolder, webFolder } from "./folders.ts";

/** Builds the pages of the web UI, from which the API serves them, unless the sources are those of the last build. */
export async function buildPagesIfChanged(root: string): Promise<void> {
  if (!isBuiltFrom(builtFolder, sourcesHash(root))) await buildPages(root);
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
