// @alone it runs a part of the tests beside itself
// @databases own
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { projectRoot } from "#test/support/source-files.ts";
import { testSize } from "#test/support/test-size.ts";

import { processesOf } from "./run-folder.ts";
import { testFolderVariable } from "./test-folder.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const everybody = ["the whole group", "npm alone"] as const;
// npm leaves SIGINT to its script, because a terminal sends it to the whole group.
const all = signals.flatMap((signal) =>
  everybody.filter((who) => who !== "npm alone" || signal !== "SIGINT").map((who) => ({ signal, who })),
);
const few = all.filter(({ signal, who }) => (signal === "SIGTERM") === (who === "npm alone") && signal !== "SIGHUP");

test.each(testSize(few, all))("$signal to $who in the middle of `npm test` leaves nothing behind", async (how) => {
  const { PATH = "", HOME = "" } = process.env;
  const folder = mkdtempSync(join(tmpdir(), "broken-off-"));
  chmodSync(folder, 0o755);
  // A process group of its own, as a terminal starts it.
  const npm = spawn("npm", ["test", "--", "--step", "system"], {
    cwd: projectRoot,
    detached: true,
    stdio: "ignore",
    env: {
      PATH,
      HOME,
      [testFolderVariable]: folder,
    },
  });
  try {
    const exit = once(npm, "exit");
    // The files run, and their shared database has begun to wait for them.
    const isUnderWay = () => {
      const lines = [...processesOf(folder).values()];
      return [/mariadbd.*--port=/, /vitest.*workers/].every((one) => lines.some((line) => one.test(line)));
    };
    await expect.poll(isUnderWay).toBe(true);
    const pid = npm.pid ?? 0;
    process.kill(how.who === "npm alone" ? pid : -pid, how.signal);
    await exit;
    await expect.poll(() => [...processesOf(folder)]).toEqual([]);
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  } finally {
    for (const left of processesOf(folder).keys()) process.kill(left, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});
