// @first it takes a minute, and so decides when its step ends
// @few the benches start servers of their own; their short size compares answers and measures nothing
// @databases own
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { compiledFolder } from "#platform/settings/user-cache.ts";

import { benches } from "./benches.ts";

const program = fileURLToPath(new URL("main.ts", import.meta.url));
const timeoutMs = 600_000;

test("every bench runs in its short size, and both of its sides answer the same", { timeout: timeoutMs }, async () => {
  // Its servers run from the sources: compiling them again for each took a third of the time.
  const env = { ...process.env, GATEHOUSE_BENCH: "short", NODE_COMPILE_CACHE: compiledFolder() };
  // The bench fails with a message if the answers differ; the measured values are not checked here.
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  const begun = Object.entries(benches).map(([name, { about }]) => `${name}: ${about}`);
  expect(stdout.split("\n").filter((line) => begun.includes(line))).toEqual(begun);
});
