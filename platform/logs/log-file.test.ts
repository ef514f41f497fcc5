import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { logFilesKept } from "#domain/limits.ts";

import { openLogFile } from "./log-file.ts";

let folder: string;
let path: string;
let file: Writable;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-log-file-"));
  path = join(folder, "log", "api.log");
});
afterEach(() => {
  file.destroy();
  rmSync(folder, { recursive: true });
});

const say = (text: string) => new Promise((resolve) => file.write(text, resolve));

describe("a log file", () => {
  test("goes on where it was, and only its owner reads it", async () => {
    file = openLogFile({ path });
    await say("first\n");
    file.destroy();
    file = openLogFile({ path });
    await say("second\n");
    expect(readFileSync(path, "utf8")).toBe("first\nsecond\n");
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  test("is turned over while it runs, between lines, and only some older ones are kept", async () => {
    file = openLogFile({ path, bytesMax: 100 });
    const lines = Array.from({ length: 60 }, (_, index) => `line ${String(index).padStart(3, "0")}\n`);
    for (const line of lines) {
      await say(line.slice(0, 4));
      await say(line.slice(4));
    }
    const names = readdirSync(join(folder, "log")).toSorted();
    expect(names).toEqual(["api.log", ...Array.from({ length: logFilesKept }, (_, index) => `api.log.${index + 1}`)]);
    const kept = ["api.log.3", "api.log.2", "api.log.1", "api.log"].map((name) =>
      readFileSync(join(folder, "log", name), "utf8"),
    );
    for (const text of kept) expect(text).toMatch(/^(line \d{3}\n)+$/);
    expect(lines.join("")).toContain(kept.join(""));
    expect(kept.join("")).toContain("line 059");
  });

  test("drops lines while the disk takes none, and says how many as soon as it takes some again", async () => {
    mkdirSync(path, { recursive: true });
    file = openLogFile({ path });
    const errors: unknown[] = [];
    file.on("error", (error) => errors.push(error));
    await say("one\ntwo\n");
    await say("three\n");
    rmSync(path, { recursive: true });
    await say("four\n");
    await say("five\n");
    expect(errors).toEqual([]);
    const text = readFileSync(path, "utf8");
    expect(text).toContain('"msg":"3 line(s) were dropped: the disk did not take them."');
    expect(text).toMatch(/\nfour\nfive\n$/);
  });

  test("says so too when the disk is full in the middle of a line", async () => {
    // A device that is always full is how Linux lets a program meet ENOSPC.
    if (!existsSync("/dev/full")) throw new Error("This test needs /dev/full.");
    file = openLogFile({ path: "/dev/full" });
    await say("lost\n");
    expect(file.destroyed).toBe(false);
  });
});
