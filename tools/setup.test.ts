import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
const locked = {
  "": {},
  "node_modules/koa": { version: "3.0.0" },
  "node_modules/only-on-windows": { version: "1.0.0", optional: true },
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-setup-"));
  for (const name of ["tools", "bin", "node_modules"]) mkdirSync(join(folder, name));
  copyFileSync(join(import.meta.dirname, "setup.mjs"), join(folder, "tools", "setup.mjs"));
  // Stand-ins for the preparation of a start, and for the Node that runs it.
  writeFileSync(join(folder, "tools", "prepare.ts"), "");
  mkdirSync(join(folder, "node_modules", ".bin"));
  symlinkSync(process.execPath, join(folder, "node_modules", ".bin", "node"));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: locked }));
  npmThat("exit 0");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Puts a stand-in for npm on the PATH that leaves a trace. */
function npmThat(end: string): void {
  const path = join(folder, "bin", "npm");
  writeFileSync(path, `#!/bin/sh\necho "$@" > "${join(folder, "called")}"\n${end}\n`);
  chmodSync(path, 0o755);
}

function installed(packages: object): void {
  writeFileSync(join(folder, "node_modules", ".package-lock.json"), JSON.stringify({ packages }));
}

function setUp() {
  const PATH = [join(folder, "bin"), process.env["PATH"]].join(delimiter);
  const env = { ...process.env, PATH, TEMPORAL_ADDRESS: "127.0.0.1:7233" };
  const { status, stderr } = spawnSync(process.execPath, ["tools/setup.mjs"], { cwd: folder, env, encoding: "utf8" });
  return { status, stderr, called: existsSync(join(folder, "called")) };
}

test("what is installed as the lock file says is left alone; packages of other platforms may be absent", () => {
  installed({ "node_modules/koa": { version: "3.0.0" } });
  expect(setUp()).toMatchObject({ status: 0, called: false });
});

test.each([
  ["nothing is installed", undefined],
  ["another version is installed", { "node_modules/koa": { version: "2.9.9" } }],
  ["a package is missing", {}],
])("the packages are installed when %s", (_, packages) => {
  if (packages) installed(packages);
  expect(setUp()).toMatchObject({ status: 0, called: true });
});

test("a failing installation stops the set-up and says so", () => {
  npmThat("exit 9");
  const { status, stderr } = setUp();
  expect(status).toBe(1);
  expect(stderr).toMatch(/Set-up stopped: `npm ci .*` ended with 9/);
});
