import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Sqlite from "better-sqlite3";

import { migrate } from "#store/schema/migrate.ts";

import { watchRows } from "./change-log-check.ts";
import { dumpDatabase, loadDump } from "./copied-schema.ts";

/** Migrated, watched, empty databases, made once per process: an SQLite file as bytes, statements for MariaDB. */
let bytes: Promise<Buffer> | undefined;
let statements: Promise<string> | undefined;

/**
 * Brings an empty database to the state in which a test begins: all migrations, no rows, triggers that watch for changed rows. A copy of
 * the first one takes a tenth of the time on SQLite, and a fifth of the processor time on MariaDB.
 */
export async function prepareEmptyDatabase(databaseUrl: string): Promise<void> {
  if (databaseUrl.startsWith("sqlite:")) {
    bytes ??= makeTemplate();
    writeFileSync(databaseUrl.slice("sqlite:".length), await bytes, { mode: 0o600 });
  } else if (statements === undefined) {
    statements = prepare(databaseUrl).then(() => dumpDatabase(databaseUrl));
    await statements;
  } else {
    await loadDump(databaseUrl, await statements);
  }
}

async function prepare(databaseUrl: string): Promise<void> {
  await migrate({ databaseUrl });
  await watchRows(databaseUrl);
}

async function makeTemplate(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-template-"));
  const file = join(folder, "gatehouse.db");
  try {
    await prepare(`sqlite:${file}`);
    const driver = new Sqlite(file);
    try {
      return driver.serialize();
    } finally {
      driver.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
