import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "vite";

import { builtFromNote, isBuiltFrom, sourcesHash } from "./web/built-from.ts";
import { packFiles } from "./web/pack-files.ts";
import { builtFolder, viteOptions, webFolder } from "./web/vite-options.ts";
import { weightsOf } from "./web/weights.ts";

// Builds the pages of the web UI into web/dist, from which the API serves them; with --if-changed only if their sources have
// changed since the last build.

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const hash = sourcesHash(root);

const ifChanged = process.argv.includes("--if-changed");

if (!ifChanged || !isBuiltFrom(builtFolder, hash)) {
  console.log("Building the pages of the web UI …");
  await build({ ...viteOptions, logLevel: "warn" });
  packFiles(builtFolder);
  const weights = weightsOf(builtFolder, webFolder);
  // A start of the service only needs the pages; a build of them also prints the weights.
  for (const { name, bytes, limit } of ifChanged ? [] : weights) {
    console.log(`  ${(bytes / 1_000).toFixed(1).padStart(6)} kB of ${limit / 1_000}  ${name}`);
  }
  const heavy = weights.filter(({ bytes, limit }) => bytes > limit);
  if (heavy.length > 0) {
    console.error(`Too heavy: ${heavy.map(({ name }) => name).join(", ")}. Load less at first, or more of it later.`);
    process.exitCode = 1;
  } else {
    writeFileSync(builtFromNote(builtFolder), hash);
  }
}
