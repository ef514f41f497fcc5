import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

import { expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { createLogger } from "./log.ts";

function capture(level: "info" | "debug" = "info") {
  const lines: string[] = [];
  const log = createLogger({ module: "hub", level, destination: { write: (line: string) => void lines.push(line) } });
  return { log, lines, first: () => JSON.parse(lines[0] ?? "{}") as Record<string, unknown> };
}

test("a line is one JSON object that names level, module and time", () => {
  const { log, lines, first } = capture();
  log.info({ requestId: "r1" }, "Submitted.");
  expect(lines).toHaveLength(1);
  expect(first()).toMatchObject({ level: "info", module: "hub", requestId: "r1", msg: "Submitted." });
  expect(first().time).toMatch(/^\d{4}-.*Z$/);
});

test("a Secret and a field with a telling name are never written", () => {
  const { log, lines } = capture();
  log.info({ deep: { deeper: { deepest: { value: new Secret("canary-1") } } } });
  log.info({ password: "canary-2", request: { authorization: "canary-3", body: { newPassword: "canary-4" } } });
  log.child({ token: "canary-5" }).warn("words");
  expect(lines).toHaveLength(3);
  expect(lines.join("")).not.toContain("canary");
  expect(lines[0]).toContain("[secret]");
});

test("a level that is not asked for writes nothing", () => {
  const { log, lines } = capture();
  log.debug("hidden");
  expect(lines).toEqual([]);
});

test("lines that were gathered are written before the process exits, whatever ends it", () => {
  const log = `const { createLogger } = await import(${JSON.stringify(new URL("./log.ts", import.meta.url).href)});
    createLogger({ module: "one" }).info("first");
    createLogger({ module: "two" }).warn("last");`;
  for (const end of ["", "process.exit(3);", "throw new Error('broken');"]) {
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", log + end], { encoding: "utf8" });
    const words = stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(words).toEqual(["first", "last"]);
  }
});

test("a process whose output nobody reads any more ends all the same, with its own exit code", async () => {
  const log = `const { createLogger } = await import(${JSON.stringify(new URL("./log.ts", import.meta.url).href)});
    process.stdin.once("end", () => {
      createLogger({ module: "one" }).info("nobody hears this");
      process.exitCode = 7;
    }).resume();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", log], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdout.destroy();
  await once(child.stdout, "close");
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([7, null]);
});

test("lines beyond what may wait for a slow reader are dropped, and their number is written", async () => {
  const output = `const { createLogOutput } = await import(${JSON.stringify(new URL("./log-output.ts", import.meta.url).href)});
    const lines = createLogOutput({ descriptor: 1, gatheredMax: 1, gatheredMs: 1, waitingMax: 20 });
    for (let line = 0; line < 10; line++) lines.write("line " + line + "\\n");`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", output], { encoding: "utf8" });
  const lines = stdout.trim().split("\n");
  expect(lines.slice(0, -1)).toEqual(["line 0", "line 1", "line 2"]);
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ msg: "7 line(s) were dropped: the output was not read." });
});

test("lines that come while others are written are gathered as well", () => {
  const program = `import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    import { setTimeout as sleep } from "node:timers/promises";
    const { write } = fs;
    let writes = 0;
    fs.write = (...call) => ((writes += 1), write(...call));
    syncBuiltinESMExports();
    const { createLogOutput } = await import(${JSON.stringify(new URL("./log-output.ts", import.meta.url).href)});
    const lines = createLogOutput({ descriptor: 1, gatheredMax: 100, gatheredMs: 60_000, waitingMax: 1_000_000 });
    for (let turn = 0; turn < 100; turn++) {
      for (let line = 0; line < 15; line++) lines.write("ten bytes\\n");
      await sleep(2);
    }
    process.once("exit", () => process.stderr.write(String(writes)));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  expect(stdout).toBe("ten bytes\n".repeat(1500));
  expect(Number(stderr)).toBeGreaterThan(0);
  expect(Number(stderr)).toBeLessThanOrEqual(150);
});
