import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterEach, beforeEach, expect, test } from "vitest";

import { withFileLock } from "./file-lock.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("two runs under one lock never overlap, and the second says that it waits", async () => {
  const file = join(folder, "lock");
  let running = 0;
  let waits = 0;
  const run = async () => {
    running += 1;
    expect(running).toBe(1);
    await sleep(250);
    running -= 1;
  };
  await Promise.all([1, 2, 3].map(() => withFileLock(file, run, () => (waits += 1))));
  expect(waits).toBeGreaterThan(0);
  expect(existsSync(file)).toBe(false);
});

test("a lock whose process has died is taken over", async () => {
  const file = join(folder, "lock");
  writeFileSync(file, "2147483646");
  expect(await withFileLock(file, async () => "ran")).toBe("ran");
});

test("who would have to wait may give up", async () => {
  const file = join(folder, "lock");
  writeFileSync(file, String(process.pid));
  const giveUp = () => {
    throw new Error("busy");
  };
  await expect(withFileLock(file, async () => "ran", giveUp)).rejects.toThrow("busy");
});

test("a failing run frees the lock", async () => {
  const file = join(folder, "lock");
  await expect(withFileLock(file, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(existsSync(file)).toBe(false);
});
