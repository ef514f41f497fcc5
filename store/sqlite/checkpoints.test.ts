import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as immediate } from "node:timers/promises";

import { afterEach, beforeEach, expect, test } from "vitest";

import { walKeptBytes } from "#domain/limits.ts";

import { createCheckpoints } from "./checkpoints.ts";
import { isBusy, openHandle, type SqliteHandle } from "./sqlite-handles.ts";

let folder: string;
let file: string;
let writer: SqliteHandle;
let isSound: boolean;

beforeEach(() => {
  isSound = true;
  folder = mkdtempSync(join(tmpdir(), "checkpoints-"));
  file = join(folder, "test.db");
  writer = openHandle(file, { readonly: false });
  writer.driver.exec("CREATE TABLE things (bytes BLOB NOT NULL)");
});

afterEach(() => {
  writer.driver.close();
  rmSync(folder, { recursive: true, force: true });
});

const checkpointsOf = () =>
  createCheckpoints({
    file,
    fullBytes: 4 * mib,
    sound: async () => isSound,
    failed: () => expect.fail("the disk is sound"),
  });
const write = (bytes: number): unknown => writer.driver.prepare("INSERT INTO things VALUES (zeroblob(?))").run(bytes);
const walBytes = (): number => statSync(`${file}-wal`).size;
const mib = 1024 * 1024;
const large = 6 * mib;

test("a log that has grown is taken over and made small again, and all that was written is there", async () => {
  const checkpoints = checkpointsOf();
  write(large);
  expect(walBytes()).toBeGreaterThan(large);
  checkpoints.committed();
  await checkpoints.close();
  expect(statSync(file).size).toBeGreaterThan(large);
  write(1);
  expect(walBytes()).toBeLessThanOrEqual(walKeptBytes);
  expect(writer.driver.prepare("SELECT COUNT(*) FROM things").pluck().get()).toBe(2);
});

test("a small log is left alone, and a reader's own view keeps the log until it is done", async () => {
  const checkpoints = checkpointsOf();
  write(1);
  checkpoints.committed();
  const small = statSync(file).size;
  const reader = openHandle(file, { readonly: true });
  reader.driver.exec("BEGIN");
  const seen = () => reader.driver.prepare("SELECT COUNT(*) FROM things").pluck().get();
  expect(seen()).toBe(1);
  write(large);
  checkpoints.committed();
  await checkpoints.close();
  expect(statSync(file).size).toBe(small);
  expect(seen()).toBe(1);
  reader.driver.close();
  const later = checkpointsOf();
  later.committed();
  await later.close();
  expect(statSync(file).size).toBeGreaterThan(large);
});

test("what was taken over by a checkpoint that has synced nothing is written again, for the disk may have lost it", async () => {
  const digest = () => writer.driver.prepare("SELECT hex(bytes) FROM things ORDER BY rowid LIMIT 1").pluck().get();
  writer.driver.prepare("INSERT INTO things VALUES (randomblob(?))").run(large);
  const [written, before] = [digest(), readFileSync(file)];
  const reader = openHandle(file, { readonly: true });
  reader.driver.exec("BEGIN");
  expect(reader.driver.prepare("SELECT COUNT(*) FROM things").pluck().get()).toBe(1);
  write(1);
  // It stops where the reader reads, and so before the end of the log: SQLite syncs the database at that end alone.
  const [partly] = writer.driver.pragma("wal_checkpoint(PASSIVE)") as { log: number; checkpointed: number }[];
  expect(partly?.checkpointed).toBeGreaterThan(0);
  expect(partly?.checkpointed).toBeLessThan(partly?.log ?? 0);
  loseAllBut(before);
  reader.driver.exec("COMMIT");
  reader.driver.close();
  const checkpoints = checkpointsOf();
  checkpoints.committed();
  await checkpoints.close();
  expect(writer.driver.pragma("wal_checkpoint(NOOP)")).toMatchObject([{ log: partly?.log, checkpointed: partly?.log }]);
  writer.driver.close();
  writer = openHandle(file, { readonly: false });
  expect(writer.driver.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(digest() === written).toBe(true);
});

/** Leaves of the database file what was there before, as where a sync has failed. */
function loseAllBut(before: Buffer): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.concat([before, Buffer.alloc(statSync(file).size - before.length)]), 0, null, 0);
  closeSync(descriptor);
}

test("a log that may have a gap is left alone until it has none", async () => {
  isSound = false;
  const checkpoints = checkpointsOf();
  write(large);
  const small = statSync(file).size;
  checkpoints.committed();
  await checkpoints.close();
  expect(statSync(file).size).toBe(small);
  isSound = true;
  const later = checkpointsOf();
  later.committed();
  await later.close();
  expect(statSync(file).size).toBeGreaterThan(large);
});

test("a log that is written to all the time is taken over whole too, time and again", async () => {
  const checkpoints = checkpointsOf();
  const newlyBegun = () => walBytes() < large;
  const writeBesideTheThread = (bytes: number) => {
    try {
      write(bytes);
      checkpoints.committed();
    } catch (error) {
      // The thread holds the lock for the little that is left.
      expect(isBusy(error)).toBe(true);
    }
  };
  for (let round = 0; round < 2; round++) {
    while (newlyBegun()) writeBesideTheThread(mib);
    while (!newlyBegun()) {
      writeBesideTheThread(1);
      await immediate();
    }
  }
  await checkpoints.close();
});
