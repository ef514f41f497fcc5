// @databases sqlite mariadb
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";

import { openDatabase } from "#store/database.ts";
import { migrate } from "#store/schema/migrate.ts";

import { watchRows } from "./change-log-check.ts";
import { dumpDatabase } from "./copied-schema.ts";
import { suiteDialect, testDatabase } from "./database.ts";
import { emptyDatabase, prepareEmptyDatabase } from "./empty-database.ts";

test("a copy of an empty database holds exactly what the migrations and the watch make", async () => {
  expect(await wordsAfter(prepareEmptyDatabase)).not.toBe("");
  const copied = await wordsAfter(prepareEmptyDatabase);
  const made = await wordsAfter(async (databaseUrl) => {
    await migrate({ databaseUrl });
    await watchRows(databaseUrl);
  });
  for (const part of ["accounts", "rowWatch", "accounts_UPDATE", "sessionLogSummary", "0001-"])
    expect(made).toContain(part);
  expect(copied).toBe(made);
});

test("a database that a test has written to is as empty for the next one, and one that it has altered is not used again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-empty-"));
  const place = { folder, database: await emptyDatabase(folder) };
  const unwritten = await wordsOf(place.database.url);
  const isServer = suiteDialect() === "mariadb";
  for (const statement of [
    "INSERT INTO `rowWatch` VALUES ('accounts', 'a', 1)",
    "DELETE FROM `migrations` WHERE `name` LIKE '0001-%'",
  ]) {
    await write(place.database.url, statement);
    expect(await wordsOf(place.database.url)).not.toBe(unwritten);
    const { url } = place.database;
    await place.database.remove();
    place.database = await emptyDatabase(folder);
    expect(await wordsOf(place.database.url)).toBe(unwritten);
    expect(place.database.url).toBe(url);
  }
  const { url } = place.database;
  await write(url, "DROP TRIGGER `accounts_UPDATE`");
  await place.database.remove();
  place.database = await emptyDatabase(folder);
  expect(place.database.url === url).toBe(!isServer);
  expect(await wordsOf(place.database.url)).toBe(unwritten);
  await place.database.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function write(databaseUrl: string, statement: string): Promise<void> {
  const database = openDatabase({ databaseUrl });
  await database.transactions.run(() => database.run(statement));
  await database.close();
}

async function wordsOf(url: string): Promise<string> {
  return url.startsWith("sqlite:") ? wordsOfFile(url.slice("sqlite:".length)) : dumpDatabase(url);
}

/** Returns all statements and rows of a new database, as its own programs dump them. */
async function wordsAfter(prepare: (databaseUrl: string) => Promise<void>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-empty-"));
  const { url, remove } = await testDatabase(folder);
  try {
    await prepare(url);
    return await wordsOf(url);
  } finally {
    await remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function wordsOfFile(file: string): string {
  const driver = new Sqlite(file, { readonly: true });
  try {
    const parts = driver.prepare("SELECT name, type, sql FROM sqlite_master ORDER BY name").all() as {
      name: string;
      type: string;
    }[];
    const tables = parts.filter(({ type }) => type === "table").map(({ name }) => name);
    const rows = tables.map((table) => [table, driver.prepare(`SELECT * FROM \`${table}\``).all()]);
    return JSON.stringify([parts, rows], null, 1);
  } finally {
    driver.close();
  }
}
