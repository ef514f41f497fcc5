import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as immediate } from "node:timers/promises";

import { afterEach, beforeEach, expect, test } from "vitest";

import { createLogSync, type LogSync, type SyncFile } from "./log-sync.ts";

let folder: string;
let file: string;
let turns: PromiseWithResolvers<void>[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "log-sync-"));
  file = join(folder, "log");
  writeFileSync(file, "words");
  turns = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const slowly: SyncFile = () => {
  const turn = Promise.withResolvers<void>();
  turns.push(turn);
  return turn.promise;
};

async function writtenAgain(log: LogSync, turn: number): Promise<void> {
  const writing = log.writeAgain();
  while (turns.length < turn) await immediate();
  turns[turn - 1]?.resolve();
  await writing;
}

/** A log that is in no doubt, with no turn so far. */
async function soundLog(): Promise<LogSync> {
  const log = createLogSync(file, slowly);
  await writtenAgain(log, 1);
  turns = [];
  return log;
}

async function ended(waits: readonly Promise<void>[]): Promise<readonly boolean[]> {
  const states = waits.map(() => false);
  waits.forEach(
    (wait, index) =>
      void wait.then(
        () => (states[index] = true),
        () => undefined,
      ),
  );
  await immediate();
  return states;
}

test("who comes while the disk is at work waits for a turn that begins later, and shares it", async () => {
  const log = await soundLog();
  const first = log.durable();
  const later = [log.durable(), log.durable()];
  expect(turns.length).toBe(1);
  turns[0]?.resolve();
  expect(await ended([first, ...later])).toEqual([true, false, false]);
  expect(turns.length).toBe(2);
  turns[1]?.resolve();
  await Promise.all(later);
  const again = log.durable();
  expect(turns.length).toBe(3);
  turns[2]?.resolve();
  await again;
  await log.close();
});

test("a turn that fails is told to those who waited for it and to all after it, until the log was written again", async () => {
  const log = await soundLog();
  const first = log.durable();
  const second = log.durable();
  turns[0]?.reject(new Error("no disk"));
  await expect(first).rejects.toThrow("no disk");
  await immediate();
  turns[1]?.resolve();
  await expect(second).rejects.toThrow("a moment ago");
  expect([log.inDoubt, await log.sound()]).toEqual([true, false]);
  await writtenAgain(log, 3);
  const third = log.durable();
  turns[3]?.resolve();
  await third;
  await log.close();
});

test("what is written again is every byte, after the turns under way, and a failure of it leaves the doubt", async () => {
  const bytes = Buffer.alloc(3_000_000, "some words of a log, ");
  writeFileSync(file, bytes);
  const log = await soundLog();
  const turn = log.durable();
  log.doubt();
  const writing = log.writeAgain();
  // What stands in the file when the turn ends is what is written again.
  expect(await ended([writing])).toEqual([false]);
  turns[0]?.resolve();
  await expect(turn).rejects.toThrow("a moment ago");
  while (turns.length < 2) await immediate();
  turns[1]?.reject(new Error("no disk"));
  await expect(writing).rejects.toThrow("no disk");
  expect(log.inDoubt).toBe(true);
  await writtenAgain(log, 3);
  expect(readFileSync(file).equals(bytes)).toBe(true);
  await log.close();
});

test("a doubt that comes while the log is written again stays", async () => {
  const log = await soundLog();
  log.doubt();
  const writing = log.writeAgain();
  while (turns.length < 1) await immediate();
  log.doubt();
  turns[0]?.resolve();
  await expect(writing).rejects.toThrow("failed again");
  expect(log.inDoubt).toBe(true);
  await log.close();
});

test("a log that others have left is in doubt at first", async () => {
  const log = createLogSync(file, slowly);
  const turn = log.durable();
  turns[0]?.resolve();
  await expect(turn).rejects.toThrow("a moment ago");
  await log.close();
});

test("it is closed after the disk has ended its turn, and a log that is not there fails", async () => {
  const log = await soundLog();
  const wait = log.durable();
  const closed = log.close();
  expect(await ended([closed])).toEqual([false]);
  turns[0]?.resolve();
  await Promise.all([wait, closed]);
  await expect(createLogSync(join(folder, "none"), slowly).durable()).rejects.toThrow("ENOENT");
});

test("a file is brought onto its disk", async () => {
  const log = createLogSync(file);
  expect([log.inDoubt, await log.sound()]).toEqual([true, false]);
  await log.writeAgain();
  await log.durable();
  expect([log.inDoubt, await log.sound()]).toEqual([false, true]);
  expect(readFileSync(file, "utf8")).toBe("words");
  await log.close();
});
