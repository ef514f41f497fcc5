import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as immediate } from "node:timers/promises";

import { afterEach, beforeEach, expect, test } from "vitest";

import { createLogSync, type SyncFile } from "./log-sync.ts";

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

async function ended(waits: readonly Promise<void>[]): Promise<readonly boolean[]> {
  const states = waits.map(() => false);
  waits.forEach((wait, index) => void wait.then(() => (states[index] = true)));
  await immediate();
  return states;
}

test("who comes while the disk is at work waits for a turn that begins later, and shares it", async () => {
  const log = createLogSync(file, slowly);
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

test("a turn that fails is told to those who waited for it, and the next one is tried", async () => {
  const log = createLogSync(file, slowly);
  const first = log.durable();
  const second = log.durable();
  turns[0]?.reject(new Error("no disk"));
  await expect(first).rejects.toThrow("no disk");
  await immediate();
  turns[1]?.resolve();
  await second;
  await log.close();
});

test("it is closed after the disk has ended its turn, and a log that is not there fails", async () => {
  const log = createLogSync(file, slowly);
  const wait = log.durable();
  const closed = log.close();
  expect(await ended([closed])).toEqual([false]);
  turns[0]?.resolve();
  await Promise.all([wait, closed]);
  await expect(createLogSync(join(folder, "none"), slowly).durable()).rejects.toThrow("ENOENT");
});

test("a file is brought onto its disk", async () => {
  const log = createLogSync(file);
  await log.durable();
  await log.close();
});
