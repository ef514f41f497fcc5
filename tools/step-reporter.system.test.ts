import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { reportVariable, type StepReport } from "./step-report.ts";

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
const reporter = fileURLToPath(new URL("step-reporter.ts", import.meta.url));

const files: Readonly<Record<string, string>> = {
  "sound.test.ts": `test("is right", () => expect(1).toBe(1));`,
  "wrong.test.ts": `describe("a thing", () => { test("is wrong", () => expect(1).toBe(2)); test("is right", () => {}); });`,
  "long.test.ts": `test("says much", () => expect({ said: Array.from({ length: 60 }, (_, line) => "line " + line) }).toEqual({}));`,
  "hook.test.ts": `describe("a server", () => { beforeAll(() => { throw new Error("no port\\nat all"); }); test("runs", () => {}); });`,
  "broken.test.ts": `throw new Error("not read");`,
  "stray.test.ts": `test("is right", () => { setImmediate(() => { throw new TypeError("later"); }); return new Promise((end) => setImmediate(end)); });`,
};

test("the report of a step names each test that failed with its file and project, and what failed outside of a test", () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-reporter-"));
  try {
    symlinkSync(modules, join(folder, "node_modules"));
    writeFileSync(join(folder, "vitest.config.mjs"), `export default { test: { name: "planted", globals: true } };`);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const env = { PATH: process.env["PATH"], [reportVariable]: join(folder, "report.json") };
    const vitest = join(modules, ".bin", "vitest");
    const { status } = spawnSync(vitest, ["run", `--reporter=${reporter}`], { cwd: folder, env });
    expect(status).toBe(1);
    const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as StepReport;
    expect(report.passed).toBe(3);
    expect(report.failures.toSorted()).toEqual([
      "an error outside of any test during stray.test.ts: TypeError: later",
      "broken.test.ts (planted): not read",
      "hook.test.ts (planted) a server: no port",
      expect.stringMatching(
        /^long\.test\.ts [^]*- Expected[^]*"line 9",\n {4}… 37 more lines …\n[^]*"line 59",[^]*\}$/,
      ) as string,
      "wrong.test.ts (planted) a thing > is wrong: expected 1 to be 2 // Object.is equality\n    - Expected\n    + Received\n    - 2\n    + 1",
    ]);
    expect(report.files.map(({ name }) => name).toSorted()).toEqual(
      Object.keys(files)
        .toSorted()
        .map((name) => `${name} (planted)`),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
