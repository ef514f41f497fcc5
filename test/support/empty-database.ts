import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Sqlite from "better-sqlite3";

import { withFileLock } from "#platform/processes/file-lock.ts";
import { migrate } from "#store/schema/migrate.ts";

import { watchRows } from "./change-log-check.ts";
import { dumpDatabase, loadDump } from "./copied-schema.ts";
import { suiteDialect, type TestDatabase, testDatabase } from "./database.ts";
import { isEmptied, isThere, makeDatabase } from "./emptied-database.ts";

/** State of a database without rows: after all migrations, or besides with triggers that watch for changed rows. */
type State = "migrated" | "watched";

/** Files of SQLite, and statements by state and address of the server, each made once per process. */
const files = new Map<State, Promise<Buffer>>();
const statements = new Map<string, Promise<string>>();

/** Databases on the suite's server that are empty again after a test, for the next one in this process. */
const emptied: TestDatabase[] = [];

/** Databases of a server of which every other one there is a copy, and the mark that they are whole. */
const templates: Readonly<Record<State, string>> = { migrated: "template_migrated", watched: "template" };
const wholeName = "template_is_whole";

/**
 * Makes a database in the state in which a test begins. On the suite's server, its next test gets the same one again, with everything
 * removed that this one has written: that takes a tenth of the processor time of another database.
 */
export async function emptyDatabase(folder: string, dialect = suiteDialect()): Promise<TestDatabase> {
  if (dialect === "sqlite") return copyOfTemplate(folder, dialect);
  const { url, remove } = emptied.pop() ?? (await copyOfTemplate(folder, dialect));
  return {
    url,
    async remove() {
      if (await isEmptied(url, templates.watched)) emptied.push({ url, remove });
      else await remove();
    },
  };
}

/** Makes a database after all migrations, without triggers. */
export async function migratedDatabase(folder: string, dialect = suiteDialect()): Promise<TestDatabase> {
  const database = await testDatabase(folder, dialect);
  await prepareMigratedDatabase(database.url);
  return database;
}

async function copyOfTemplate(folder: string, dialect: "sqlite" | "mariadb"): Promise<TestDatabase> {
  const database = await testDatabase(folder, dialect);
  await prepareEmptyDatabase(database.url);
  return database;
}

/** Brings an empty database to the state in which a test begins: all migrations, no rows, triggers that watch for changed rows. */
export async function prepareEmptyDatabase(databaseUrl: string): Promise<void> {
  await copyInto(databaseUrl, "watched");
}

/** Brings an empty database to the state after all migrations, which take a hundred times as long as a copy. */
export async function prepareMigratedDatabase(databaseUrl: string): Promise<void> {
  await copyInto(databaseUrl, "migrated");
}

async function copyInto(databaseUrl: string, state: State): Promise<void> {
  if (databaseUrl.startsWith("sqlite:")) {
    const made = files.get(state) ?? makeFile(state);
    files.set(state, made);
    writeFileSync(databaseUrl.slice("sqlite:".length), await made, { mode: 0o600 });
    return;
  }
  const name = `${state} ${new URL(databaseUrl).host}`;
  const made = statements.get(name) ?? makeTemplates(databaseUrl).then((urlOf) => dumpDatabase(urlOf(state)));
  statements.set(name, made);
  await loadDump(databaseUrl, await made);
}

/** Makes the templates on the server of a database, in the first process that needs them; returns a function that tells their addresses. */
async function makeTemplates(databaseUrl: string): Promise<(state: State) => string> {
  const urlOf = (state: State) => new URL(`/${templates[state]}`, databaseUrl).href;
  await withFileLock(join(tmpdir(), `gatehouse-template-${new URL(databaseUrl).port}.lock`), async () => {
    if (await isThere(databaseUrl, wholeName)) return;
    for (const name of Object.values(templates)) await makeDatabase(databaseUrl, name);
    await migrate({ databaseUrl: urlOf("migrated") });
    await loadDump(urlOf("watched"), await dumpDatabase(urlOf("migrated")));
    await watchRows(urlOf("watched"));
    // Only now: the process may be killed before.
    await makeDatabase(databaseUrl, wholeName);
  });
  return urlOf;
}

async function makeFile(state: State): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-template-"));
  const file = join(folder, "gatehouse.db");
  try {
    await migrate({ databaseUrl: `sqlite:${file}` });
    if (state === "watched") await watchRows(`sqlite:${file}`);
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
