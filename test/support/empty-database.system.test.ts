// @databases sqlite mariadb
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";

import { migrate } from "#store/schema/migrate.ts";

import { watchRows } from "./change-log-check.ts";
import { dumpDatabase } from "./copied-schema.ts";
import { testDatabase } from "./database.ts";
import { prepareEmptyDatabase } from "./empty-database.ts";

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

/** Returns all statements and rows of a new database, as its own programs dump them. */
async function wordsAfter(prepare: (databaseUrl: string) => Promise<void>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-empty-"));
  const { url, remove } = await testDatabase(folder);
  try {
    await prepare(url);
    return url.startsWith("sqlite:") ? wordsOfFile(url.slice("sqlite:".length)) : await dumpDatabase(url);
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
