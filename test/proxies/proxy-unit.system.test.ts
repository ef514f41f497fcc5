import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { projectRoot } from "../support/source-files.ts";

const run = promisify(execFile);
const example = readFileSync(join(projectRoot, "docs/examples/gatehouse-proxy@.service"), "utf8");
// Tenths, as systemd counts them: 0 = confined, 100 = free to do anything.
const exposureMax = "20";
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-unit-"));
  const programs = join(folder, "node_modules", ".bin");
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, "gatehouse"), "#!/bin/sh\n");
  chmodSync(join(programs, "gatehouse"), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the report of systemd about a unit whose package lies in the test's folder. */
async function verify(text: string): Promise<string> {
  const unit = join(folder, "gatehouse-proxy@1.service");
  writeFileSync(unit, text.replaceAll("/opt/gatehouse-proxy", folder));
  const checked = run("systemd-analyze", ["verify", "--man=no", unit]);
  const { stdout, stderr } = await checked.catch((error: Error & { stdout: string; stderr: string }) => error);
  return `${stdout}${stderr}`.trim();
}

test("systemd understands every line of the unit and finds the program", async () => {
  expect(await verify(example)).toBe("");
  expect(await verify(example.replace("NoNewPrivileges", "NoNewPrivilege"))).toContain("Unknown key");
  expect(await verify(example.replace("/.bin/gatehouse ", "/.bin/gateway "))).toContain("gateway");
});

test("the unit leaves the proxy little of the machine", async () => {
  const unit = join(folder, "gatehouse-proxy@1.service");
  await verify(example);
  const rated = ["security", "--offline=true", "--no-pager", `--threshold=${exposureMax}`, unit];
  const { stdout } = await run("systemd-analyze", rated);
  expect(stdout).toContain("Overall exposure level");
  await verify(example.replaceAll(/^(?:Protect|Private|Restrict|SystemCall|Capability).*\n/gm, ""));
  await expect(run("systemd-analyze", rated)).rejects.toThrow();
});
