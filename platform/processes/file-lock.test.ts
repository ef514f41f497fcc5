import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { withFileLock } from "./file-lock.ts";
import { takeLock } from "./kernel-lock.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-lock-"));
  file = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

const giveUp = () => {
  throw new Error("busy");
};

test("two runs under one lock never overlap, and the others say that they wait", async () => {
  let running = 0;
  let waits = 0;
  const run = async () => {
    running += 1;
    expect(running).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  await Promise.all([1, 2, 3].map(() => withFileLock(file, run, () => (waits += 1))));
  expect(waits).toBe(2);
});

test("the file of a lock is empty and for its owner alone", () => {
  const lock = takeLock(file);
  expect([statSync(file).size, statSync(file).mode & 0o777]).toEqual([0, 0o600]);
  lock?.release();
});

test("what another process has left in the place of a lock keeps nobody away", async () => {
  writeFileSync(file, "");
  writeFileSync(`${file}.holder`, JSON.stringify({ pid: process.ppid, host: "here", since: "now" }));
  expect(await withFileLock(file, async () => "ran", giveUp)).toBe("ran");
});

test("who would have to wait may give up, and takes no lock away by that", async () => {
  const lock = takeLock(file);
  await expect(withFileLock(file, async () => "ran", giveUp)).rejects.toThrow("busy");
  expect(takeLock(file)).toBeUndefined();
  lock?.release();
  expect(await withFileLock(file, async () => "ran", giveUp)).toBe("ran");
});

test("a failing run frees the lock", async () => {
  await expect(withFileLock(file, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await withFileLock(file, async () => "ran", giveUp)).toBe("ran");
});

test("a file that cannot be a lock is named", () => {
  expect(() => takeLock(join(folder, "absent", "lock"))).toThrow(/The lock file .*absent.lock cannot be used/);
  writeFileSync(file, "1234567890".repeat(100));
  expect(() => takeLock(file)).toThrow(/The lock file .*lock cannot be used/);
});

const holder = `
  import { takeLock } from ${JSON.stringify(new URL("./kernel-lock.ts", import.meta.url).href)};
  takeLock(process.argv[1]);
  // What nothing refers to is collected.
  let turns = 0;
  setInterval(() => { globalThis.gc(); if ((turns += 1) === 5) console.log("held"); }, 5);`;

test("another process holds its lock until it is killed, also when it remembers nothing of it", async () => {
  const parts = ["--expose-gc", "--input-type=module", "--eval", holder, "--", file];
  const child = spawn(process.execPath, parts, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await once(child.stdout, "data");
    expect(takeLock(file)).toBeUndefined();
  } finally {
    child.kill("SIGKILL");
  }
  await once(child, "exit");
  const lock = takeLock(file);
  expect(lock).toBeDefined();
  lock?.release();
});
