#!/usr/bin/env -S node --max-semi-space-size=16
import { enableCompileCache } from "node:module";
import { join } from "node:path";

import { nodeVersionProblem } from "#platform/processes/node-version.ts";
import { userCacheFolder } from "#platform/settings/user-cache.ts";

// An older Node would name an export that it lacks, before any of our own words.
const problem = nodeVersionProblem(process.versions.node);
if (problem === undefined) {
  // Compiling all modules anew took half of the time of a command.
  enableCompileCache(join(userCacheFolder(), "compiled"));
  await import("./command-line.ts");
} else {
  console.error(`gatehouse: ${problem}`);
  process.exitCode = 2;
}
