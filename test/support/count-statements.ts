import Sqlite from "better-sqlite3";
import { createConnection } from "mysql2/promise";

import type { TestStore } from "./store.ts";

/** Returns the number of statements that the driver runs for a call, without those of transactions. */
export async function countStatements(opened: TestStore, run: () => Promise<unknown>): Promise<number> {
  return opened.store.dialect === "sqlite" ? countSqlite(run) : countServer(opened.databaseUrl, run);
}

async function countSqlite(run: () => Promise<unknown>): Promise<number> {
  const memory = new Sqlite(":memory:");
  const prototype = Object.getPrototypeOf(memory.prepare("SELECT 1")) as Sqlite.Statement;
  memory.close();
  const all = prototype.all;
  let count = 0;
  prototype.all = function counted(this: Sqlite.Statement, ...values: unknown[]) {
    count += 1;
    return all.apply(this, values);
  };
  try {
    await run();
  } finally {
    prototype.all = all;
  }
  return count;
}

async function countServer(databaseUrl: string, run: () => Promise<unknown>): Promise<number> {
  const connection = await createConnection(databaseUrl.replace(/^mariadb:/, "mysql:"));
  const executed = async () => {
    const [rows] = await connection.query("SHOW GLOBAL STATUS LIKE 'Com_stmt_execute'");
    return Number((rows as { Value: string }[])[0]?.Value);
  };
  try {
    const before = await executed();
    await run();
    return (await executed()) - before;
  } finally {
    await connection.end();
  }
}
