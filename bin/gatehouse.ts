#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --max-semi-space-size=16 --initial-old-space-size=64 --heap-growing-percent=50
import { dirname } from "node:path";

import { nodeVersionProblem } from "#platform/processes/node-version.ts";
import { compiledFolder } from "#platform/settings/user-cache.ts";

// The imports above need nothing that an older Node lacks: it would report the missing export before any message of this program.
const problem = nodeVersionProblem(process.versions.node);
if (problem === undefined) {
  const { enableCompileCache, setSourceMapsSupport } = await import("node:module");
  enableCompileCache(compiledFolder());
  const { currentProgram } = await import("./built-program.ts");
  const built = currentProgram(dirname(import.meta.dirname));
  if (built === undefined) {
    await import("./command-line.ts");
  } else {
    // Stack traces name our sources; the maps of packages would only cost time.
    setSourceMapsSupport(true);
    await import(built);
  }
} else {
  console.error(`gatehouse: ${problem}`);
  process.exitCode = 2;
}
