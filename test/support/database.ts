import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { createConnection } from "mysql2/promise";

/** Variable through which the set-up of the system project passes the address of its MariaDB server. */
export const mariaDbUrlVariable = "GATEHOUSE_TEST_MARIADB_URL";

/** An empty database of a test. */
export interface TestDatabase {
  readonly url: string;
  remove(): Promise<void>;
}

/** Returns the kind of database that the suite runs on. */
export function suiteDialect(): "sqlite" | "mariadb" {
  return process.env["GATEHOUSE_TEST_DATABASE"] === "mariadb" ? "mariadb" : "sqlite";
}

/** Makes an empty database, by default of the suite's kind: a file in the folder, or a database on the suite's server. */
export async function testDatabase(folder: string, dialect = suiteDialect()): Promise<TestDatabase> {
  if (dialect === "sqlite") {
    return { url: `sqlite:${join(folder, "gatehouse.db")}`, remove: async () => undefined };
  }
  const server = process.env[mariaDbUrlVariable];
  if (server === undefined) throw new Error(`${mariaDbUrlVariable} is not set: run the suite by npm test`);
  const name = `test_${randomBytes(6).toString("hex")}`;
  await query(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => drop(server, name) };
}

const dropTries = 100;
const dropPauseMs = 100;
/** Error while the folder of the database is not empty yet. */
const folderInUse = "ER_DB_DROP_RMDIR";

/**
 * Drops a database. The server removes the files of dropped tables after its answer, and cannot remove the folder of a database before.
 * Under load this may take minutes: then the empty folder is removed with the server, which belongs to this run.
 */
async function drop(server: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await query(server, `DROP DATABASE IF EXISTS ${name}`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== folderInUse) throw error;
      if (attempt === dropTries) return;
      await sleep(dropPauseMs);
    }
  }
}

async function query(server: string, statement: string): Promise<void> {
  const connection = await createConnection(server.replace(/^mariadb:/, "mysql:"));
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
