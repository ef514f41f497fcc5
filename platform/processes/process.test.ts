import { spawn } from "node:child_process";
import { once } from "node:events";

import { expect, test } from "vitest";

import { processesWith } from "./process-identity.ts";
import { isRunning, stopProcess } from "./process.ts";

async function shell(script: string) {
  const child = spawn("sh", ["-c", `${script}; echo ready; while :; do sleep 0.05; done`], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  return child;
}

test("a process that listens to the signal ends by itself", async () => {
  const child = await shell("trap 'exit 3' TERM");
  await stopProcess(child);
  expect(child.exitCode).toBe(3);
});

test("a process that does not listen is killed after its time", async () => {
  const child = await shell("trap '' TERM");
  await stopProcess(child, 200);
  expect(child.signalCode).toBe("SIGKILL");
});

test("a process is known by id and by a text of its command line", async () => {
  const child = await shell(": some-text");
  const pid = child.pid ?? 0;
  const has = (text: string) => processesWith(text).includes(pid);
  expect([isRunning(pid), has("some-text"), has("another")]).toEqual([true, true, false]);
  const ended = once(child, "exit");
  await stopProcess(pid);
  await ended;
  expect(isRunning(pid)).toBe(false);
});

test("an id that nobody has, or that is none, is not running", () => {
  expect([isRunning(0), isRunning(-1), isRunning(Number.NaN), isRunning(2 ** 31 - 2)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
