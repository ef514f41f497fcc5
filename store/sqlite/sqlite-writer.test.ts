import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { openHandle, type SqliteHandle } from "./sqlite-handles.ts";
import { createPatience } from "./sqlite-patience.ts";
import { createOneWriter } from "./sqlite-writer.ts";

let folder: string;
let file: string;
let other: SqliteHandle;
let diskFails: boolean;
let commits: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sqlite-writer-"));
  file = join(folder, "test.db");
  other = openHandle(file, { readonly: false });
  other.driver.exec("CREATE TABLE things (name TEXT NOT NULL)");
  diskFails = false;
  commits = 0;
});

afterEach(() => {
  other.driver.close();
  rmSync(folder, { recursive: true, force: true });
});

function writerOf() {
  const patiently = createPatience({ busyWaitMsMax: 30, random: () => 0 });
  return createOneWriter({
    file,
    patiently,
    committed: () => void (commits += 1),
    sync: async () => {
      if (diskFails) throw new Error("no disk");
    },
  });
}

const names = () => other.driver.prepare("SELECT name FROM things ORDER BY rowid").pluck().all();

async function write(writer: ReturnType<typeof writerOf>, name: string): Promise<void> {
  await writer.begin();
  writer.run(`INSERT INTO things VALUES ('${name}')`);
  await writer.commit();
  await writer.durable();
}

test("what was committed is seen by others and told once, what was undone is not", async () => {
  const writer = writerOf();
  await write(writer, "one");
  await writer.begin();
  writer.run("INSERT INTO things VALUES ('two')");
  writer.rollback();
  await write(writer, "three");
  expect([names(), commits]).toEqual([["one", "three"], 2]);
  await writer.close();
});

test("after the disk has failed nothing is written until the log was written again under the lock of writers", async () => {
  const writer = writerOf();
  await write(writer, "one");
  diskFails = true;
  await expect(write(writer, "two")).rejects.toMatchObject({ code: "COMMIT_IN_DOUBT" });
  await expect(write(writer, "never")).rejects.toMatchObject({ code: "SQLITE_IOERR" });
  diskFails = false;
  other.driver.exec("BEGIN IMMEDIATE");
  await expect(writer.begin()).rejects.toMatchObject({ code: "SQLITE_BUSY" });
  other.driver.exec("COMMIT");
  await write(writer, "three");
  expect(names()).toEqual(["one", "two", "three"]);
  await writer.close();
});

test("a commit made before the failure was known is not taken for safe", async () => {
  const writer = writerOf();
  await writer.begin();
  writer.run("INSERT INTO things VALUES ('one')");
  await writer.commit();
  diskFails = true;
  const failing = writer.durable();
  const behind = writer.durable();
  await expect(failing).rejects.toMatchObject({ code: "COMMIT_IN_DOUBT" });
  diskFails = false;
  await expect(behind).rejects.toMatchObject({ code: "COMMIT_IN_DOUBT" });
  await writer.close();
});

test("a lock of another process is waited for, for a time", async () => {
  const writer = writerOf();
  other.driver.exec("BEGIN IMMEDIATE");
  await expect(writer.begin()).rejects.toMatchObject({ code: "SQLITE_BUSY" });
  const waiting = writer.begin();
  other.driver.exec("COMMIT");
  await waiting;
  writer.rollback();
  await writer.close();
});
