// @few it fills the disk of an installation of its own, and waits
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { afterEach, beforeEach, expect, test } from "vitest";

import { requireProgram } from "../support/programs.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";
import type { Judgement } from "../support/vault-scenes.ts";

const run = promisify(execFile);
const program = fileURLToPath(new URL("../support/vault-on-full-disk.ts", import.meta.url));
const timeout = testSize(240_000, 1_800_000);
const count = testSize(30, 300);
const times = testSize(1, 10);
const diskSize = "192m";
let temporal: TestTemporal;
let folder: string;

interface Round {
  readonly whileFull: readonly Judgement[];
  /** True if the run has not ended on the full disk. */
  readonly isHeldUp: boolean;
  readonly afterwards: readonly Judgement[];
}

beforeEach(async () => {
  temporal = await startTestTemporal();
  folder = mkdtempSync(join(tmpdir(), "gatehouse-small-disk-"));
});
afterEach(async () => {
  await temporal.stop();
  rmSync(folder, { recursive: true, force: true });
});

test(
  "a disk that is full in the middle of a run loses no password, and the run goes on when there is space again",
  async () => {
    // A disk of its own, in a mount namespace that ends with the program.
    const script = `mount -t tmpfs -o mode=700,size=${diskSize} tmpfs "$1" && exec "$2" "$3" "$1" "$4" "$5" "$6"`;
    const numbers = [temporal.address, String(count), String(times)];
    const call = ["--mount", "/bin/sh", "-c", script, "sh", folder, process.execPath, program, ...numbers];
    const { PATH = "", HOME = "" } = process.env;
    const { stdout } = await run(requireProgram("unshare", "util-linux"), call, { env: { PATH, HOME } });
    const rounds = stdout
      .split("\n")
      .filter((line) => line.startsWith('{"whileFull"'))
      .map((line) => JSON.parse(line) as Round);
    expect(rounds).toHaveLength(times);
    for (const { whileFull, isHeldUp, afterwards } of rounds) {
      expect(isHeldUp).toBe(true);
      expect(whileFull).toHaveLength(count);
      expect(whileFull.filter(({ given, locked }) => !given.includes(true) || locked !== false)).toEqual([]);
      expect(afterwards.filter(({ status, given }) => status !== "C" || given.join() !== "true")).toEqual([]);
    }
  },
  timeout,
);
