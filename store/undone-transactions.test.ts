import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { openDatabase, type Database } from "./database.ts";

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "undone-"));
  database = openDatabase({ databaseUrl: `sqlite:${join(folder, "test.db")}` });
  await database.transactions.run(() => database.write("CREATE TABLE things (name TEXT NOT NULL, bytes BLOB)"));
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (name: string) => () => database.write("INSERT INTO things VALUES (?, NULL)", [name]);
const names = async () => (await database.read("SELECT name FROM things ORDER BY rowid")).map((row) => row["name"]);
const outcomesOf = async (jobs: readonly (() => Promise<unknown>)[]) => {
  const answers = await Promise.allSettled(jobs.map((job) => database.transactions.run(job)));
  return answers.map((answer) => (answer.status === "fulfilled" ? "done" : (answer.reason as { code: string }).code));
};

/** Fails as on a full disk: SQLite then undoes all of the transaction, whatever savepoints stand in it. */
async function addTooMuch(): Promise<void> {
  await database.write("INSERT INTO things VALUES ('too much before', NULL)");
  await database.read("PRAGMA max_page_count = 10");
  await database.write("INSERT INTO things VALUES ('too much', zeroblob(1000000))");
}

test("where a failed statement undoes the whole group, the others are done again and nothing of the failed one stays", async () => {
  const jobs = [add("one"), add("two"), addTooMuch, add("three"), add("four")];
  expect(await outcomesOf(jobs)).toEqual(["done", "done", "DATABASE_FULL", "done", "done"]);
  expect(await names()).toEqual(["one", "two", "three", "four"]);
});

test("what is told is so, also where several fail", async () => {
  const jobs = [add("one"), addTooMuch, add("two"), addTooMuch, addTooMuch, add("three")];
  const outcomes = await outcomesOf(jobs);
  expect(outcomes).toEqual(["done", "DATABASE_FULL", "done", "DATABASE_FULL", "DATABASE_FULL", "done"]);
  expect(await names()).toEqual(["one", "two", "three"]);
});

test("a statement after the undoing is refused: alone it would be committed", async () => {
  const careless = async () => {
    await addTooMuch().catch(() => undefined);
    await add("alone")();
  };
  const silent = async () => {
    await add("before")();
    await addTooMuch().catch(() => undefined);
  };
  const outcomes = await outcomesOf([add("one"), careless, silent, add("two")]);
  expect(outcomes).toEqual(["done", "DATABASE_UNAVAILABLE", "DATABASE_UNAVAILABLE", "done"]);
  expect(await names()).toEqual(["one", "two"]);
});
