import { describe, expect, it } from "vitest";

import { mariadb } from "../sql/mariadb.ts";
import type { SqlRow } from "../sql/sql.ts";
import { sqlite } from "../sql/sqlite.ts";
import { checkDatabase } from "./check-database.ts";

const sound = { version: "10.11.6-MariaDB-0+deb12u1", flush: 1, binaryLog: 0, syncBinaryLog: 0, trustCreators: 1 };
const problemsOf = async (row: SqlRow) => {
  const findings = await checkDatabase({ dialect: mariadb, read: async () => [{ ...sound, ...row }] });
  return findings.flatMap(({ problem }) => problem ?? []);
};

// @specification 8.database-level
describe("a database server", () => {
  it.each([
    {},
    { version: "10.6.0-MariaDB" },
    { version: "12.0.1-MariaDB-log" },
    { version: "8.0.36" },
    { version: "8.4.0" },
    { version: "9.1.0" },
    { binaryLog: 1, syncBinaryLog: 1 },
    { binaryLog: "1", syncBinaryLog: "1", flush: "1" },
  ])("that is as it must be has no problem: %o", async (row) => {
    expect(await problemsOf(row)).toEqual([]);
  });

  it.each<[SqlRow, RegExp]>([
    [{ version: "10.5.28-MariaDB" }, /10\.5\.28-MariaDB is too old: use MariaDB ≥ 10\.6 or MySQL ≥ 8\.0/],
    [{ version: "9.9.0-MariaDB" }, /too old/],
    [{ version: "5.7.44" }, /5\.7\.44 is too old/],
    [{ flush: 0 }, /set innodb_flush_log_at_trx_commit = 1/],
    [{ flush: 2 }, /set innodb_flush_log_at_trx_commit = 1/],
    [{ binaryLog: 1, syncBinaryLog: 0 }, /set sync_binlog = 1/],
    [{ binaryLog: 1, syncBinaryLog: 100 }, /set sync_binlog = 1/],
    [{ binaryLog: 1, syncBinaryLog: 1, trustCreators: 0 }, /set log_bin_trust_function_creators = 1/],
  ])("with %o has one problem, with its way out", async (row, text) => {
    expect(await problemsOf(row)).toEqual([expect.stringMatching(text)]);
  });

  it("tells of everything at once", async () => {
    expect(await problemsOf({ version: "5.5.0", flush: 0, binaryLog: 1, syncBinaryLog: 0 })).toHaveLength(3);
  });
});

const ofSqlite = (read: () => Promise<SqlRow[]>) => checkDatabase({ dialect: sqlite, read });

describe("SQLite", () => {
  it("as it comes with the program is fit, also where there is no file yet", async () => {
    const missing = Object.assign(new Error("unable to open database file"), { code: "SQLITE_CANTOPEN" });
    const findings = await ofSqlite(() => Promise.reject(missing));
    expect(findings.flatMap(({ problem }) => problem ?? [])).toEqual([]);
    expect(findings.map(({ what, found }) => [what, found])).toEqual([
      ["SQLite", expect.stringMatching(/^3\.\d+\.\d+$/)],
      ["compatibility level", "this database has none"],
      ["durable commits: journal of the file", "there is no file yet"],
    ]);
  });

  it("is asked how the file itself keeps its journal", async () => {
    const problemOf = async (mode: string) => (await ofSqlite(async () => [{ journal_mode: mode }])).at(-1)?.problem;
    expect(await problemOf("wal")).toBeUndefined();
    expect(await problemOf("delete")).toMatch(/keeps its journal as 'delete', not as a write-ahead log/);
  });
});
