#!/usr/bin/env -S node --max-semi-space-size=16
import { nodeVersionProblem } from "#platform/processes/node-version.ts";
import { compiledFolder } from "#platform/settings/user-cache.ts";

// The imports above need nothing that an older Node lacks: it would report the missing export before any message of this program.
const problem = nodeVersionProblem(process.versions.node);
if (problem === undefined) {
  const { enableCompileCache } = await import("node:module");
  enableCompileCache(compiledFolder());
  await import("./command-line.ts");
} else {
  console.error(`gatehouse: ${problem}`);
  process.exitCode = 2;
}
