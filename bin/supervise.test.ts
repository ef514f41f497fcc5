import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { createLogger } from "#platform/logs/log.ts";
import { isRunning } from "#platform/processes/process.ts";

import { createSupervisor, type Supervisor } from "./supervise.ts";

let folder: string;
let supervisor: Supervisor | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-supervise-"));
});
afterEach(async () => {
  await supervisor?.stop();
  rmSync(folder, { recursive: true });
});

let outdated: string[] = [];

/** Runs a child that records the number of each of its starts, of which `start` is the first, and then runs the given text. */
function start(text: string, environment: Record<string, string> = {}): Promise<string | null> {
  const program = join(folder, "child.mjs");
  writeFileSync(
    program,
    `import { appendFileSync, readFileSync } from "node:fs";
     const starts = ${JSON.stringify(join(folder, "starts"))};
     appendFileSync(starts, process.pid + "\\n");
     const start = readFileSync(starts, "utf8").trim().split("\\n").length;
     process.once("disconnect", () => process.exit());
     ${text}`,
  );
  const log = createLogger({ module: "test", level: "silent" });
  outdated = [];
  supervisor = createSupervisor({
    logFolder: folder,
    log,
    program,
    silentMsMax: 900,
    outdated: (words) => outdated.push(words),
  });
  return supervisor.start({ name: "child", command: [], environment });
}

const starts = () => readFileSync(join(folder, "starts"), "utf8").trim().split("\n").map(Number);
const live = `process.send({ type: "ready", address: "here" }); setInterval(() => process.send({ type: "alive" }), 20);`;

test("one that is killed before it was ready is started again", async () => {
  expect(await start(`if (start < 3) process.kill(process.pid, "SIGKILL"); ${live}`)).toBe("here");
  expect(starts()).toHaveLength(3);
});

test("one that is killed each time is given up, and its end is told", async () => {
  await expect(start(`process.kill(process.pid, "SIGKILL");`)).rejects.toThrow(
    "The process 'child' was ended by SIGKILL before it was ready: by somebody, or by the system where memory is short.",
  );
  expect(starts()).toHaveLength(3);
});

test("one that says why it cannot start is believed at once", async () => {
  const failing = `process.send({ type: "failed", words: "The key ring is another one." }, () => process.exit(1));`;
  await expect(start(failing)).rejects.toThrow("The key ring is another one.");
  expect(starts()).toHaveLength(1);
});

test("one that has too little memory says so", async () => {
  const greedy = "const all = []; for (;;) all.push(new Array(100_000).fill(all.length));";
  await expect(start(greedy, { NODE_OPTIONS: "--max-old-space-size=16" })).rejects.toThrow(
    /^The process 'child' ran out of memory before it was ready\. Give it more by NODE_OPTIONS=/,
  );
  expect(starts()).toHaveLength(1);
});

test("one that stands still is killed and started again", async () => {
  await start(live);
  const [first = 0] = starts();
  process.kill(first, "SIGSTOP");
  await expect.poll(() => starts().length, { timeout: 60_000 }).toBeGreaterThan(1);
  expect(isRunning(first)).toBe(false);
});

test("one that is too old for the database is not started again, and that is told once", async () => {
  const ends = `setTimeout(() => process.send({ type: "outdated", words: "too old" }, () => process.exit(1)), 50);`;
  expect(await start(`${live} ${ends}`)).toBe("here");
  await expect.poll(() => outdated).toEqual(["too old"]);
  // Longer than the pause before another start.
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect([starts().length, outdated]).toEqual([1, ["too old"]]);
});
