#!/usr/bin/env -S node --max-semi-space-size=16
import { join } from "node:path";

import { nodeVersionProblem } from "#platform/processes/node-version.ts";
import { userCacheFolder } from "#platform/settings/user-cache.ts";

// Nothing that an older Node lacks is imported above: it would name the missing export before any message of ours.
const problem = nodeVersionProblem(process.versions.node);
if (problem === undefined) {
  const { enableCompileCache } = await import("node:module");
  // Compiling all modules anew took half of the time of a command.
  enableCompileCache(join(userCacheFolder(), "compiled"));
  await import("./command-line.ts");
} else {
  console.error(`gatehouse: ${problem}`);
  process.exitCode = 2;
}
