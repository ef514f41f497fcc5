import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import Sqlite from "better-sqlite3";
import { describe, expect, it, test } from "vitest";

import { errors, ServiceError } from "#domain/errors.ts";

import { isDeadlock, translateDatabaseError } from "./database-errors.ts";
import { commitInDoubtCode, serverCodes } from "./driver-codes.ts";

const require = createRequire(import.meta.url);
const codeOf = (error: unknown) => {
  const translated = translateDatabaseError(error);
  return translated instanceof ServiceError ? translated.code : undefined;
};
const driverError = (code: string, rest: object = {}) => Object.assign(new Error("driver"), { code, ...rest });

/** Meaning of each family of codes to a caller. A family that is not here is a mistake of our own, or no error at all. */
const meanings: Readonly<Record<string, string>> = {
  SQLITE_ABORT: "DATABASE_UNAVAILABLE",
  SQLITE_AUTH: "DATABASE_UNAVAILABLE",
  SQLITE_BUSY: "DATABASE_BUSY",
  SQLITE_CANTOPEN: "DATABASE_UNAVAILABLE",
  SQLITE_CORRUPT: "DATABASE_DAMAGED",
  SQLITE_FULL: "DATABASE_FULL",
  SQLITE_INTERRUPT: "DATABASE_UNAVAILABLE",
  SQLITE_IOERR: "DATABASE_UNAVAILABLE",
  SQLITE_LOCKED: "DATABASE_BUSY",
  SQLITE_NOLFS: "DATABASE_UNAVAILABLE",
  SQLITE_NOMEM: "DATABASE_UNAVAILABLE",
  SQLITE_NOTADB: "DATABASE_DAMAGED",
  SQLITE_PERM: "DATABASE_READ_ONLY",
  SQLITE_PROTOCOL: "DATABASE_BUSY",
  SQLITE_READONLY: "DATABASE_READ_ONLY",
};
const particular: Readonly<Record<string, string>> = {
  SQLITE_CONSTRAINT_UNIQUE: "CONFLICT",
  SQLITE_CONSTRAINT_PRIMARYKEY: "CONFLICT",
  SQLITE_CONSTRAINT_ROWID: "CONFLICT",
  SQLITE_IOERR_CORRUPTFS: "DATABASE_DAMAGED",
  SQLITE_IOERR_DATA: "DATABASE_DAMAGED",
};

describe("an error of SQLite", () => {
  const driverFolder = dirname(require.resolve("better-sqlite3/package.json"));
  const source = readFileSync(join(driverFolder, "src/util/constants.cpp"), "utf8");
  const names = [...source.matchAll(/SetCode\(env, \w+, "(SQLITE_\w+)"\)/g)].map(([, name = ""]) => name);

  it("is known by every name that the driver has", () => {
    expect(names.length).toBeGreaterThan(100);
    const family = (name: string) => name.split("_").slice(0, 2).join("_");
    const wanted = names.map((name) => [name, particular[name] ?? meanings[family(name)]]);
    expect(names.map((name) => [name, codeOf(driverError(name))])).toEqual(wanted);
  });

  it("of a family is known by a name that is new", () => {
    expect(codeOf(driverError("SQLITE_IOERR_BADKEY"))).toBe("DATABASE_UNAVAILABLE");
  });

  test.each<[string, (file: string) => unknown, string]>([
    ["that is no database", (file) => writeFileSync(file, "words ".repeat(1000)), "DATABASE_DAMAGED"],
    ["that is cut off", (file) => truncateSync(file, 6000), "DATABASE_DAMAGED"],
    ["that is a folder", (file) => [rmSync(file), mkdirSync(file)], "DATABASE_UNAVAILABLE"],
  ])("from a file %s is one of 503", (_, damage, code) => {
    const folder = mkdtempSync(join(tmpdir(), "errors-"));
    const file = join(folder, "test.db");
    const made = new Sqlite(file);
    made.exec("CREATE TABLE things (name TEXT); CREATE TABLE others (name TEXT)");
    made.prepare("INSERT INTO others VALUES (zeroblob(60000))").run();
    made.close();
    damage(file);
    expect(codeOf(thrown(() => new Sqlite(file, { fileMustExist: true }).prepare("SELECT * FROM others").all()))).toBe(
      code,
    );
    expect(errors[code as keyof typeof errors].kind).toBe("unavailable");
    rmSync(folder, { recursive: true, force: true });
  });

  it("from a connection that may not write says that the database takes no writes", () => {
    const driver = new Sqlite(":memory:");
    driver.exec("CREATE TABLE things (name TEXT)");
    driver.pragma("query_only = ON");
    expect(codeOf(thrown(() => driver.exec("INSERT INTO things VALUES ('one')")))).toBe("DATABASE_READ_ONLY");
  });
});

function thrown(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

describe("an error of a database server", () => {
  const driverFolder = dirname(require.resolve("mysql2/package.json"));
  const numbers = require(join(driverFolder, "lib/constants/errors.js")) as Readonly<Record<string, number | string>>;

  it("stands in the table by a name that the driver has", () => {
    const unknown = Object.keys(serverCodes).filter((name) => /^(ER|EE)_/.test(name) && !(name in numbers));
    expect(unknown).toEqual([]);
  });

  it.each<[string, object, string]>([
    ["ECONNREFUSED", {}, "DATABASE_UNAVAILABLE"],
    ["EHOSTUNREACH", {}, "DATABASE_UNAVAILABLE"],
    ["PROTOCOL_CONNECTION_LOST", { fatal: true }, "DATABASE_UNAVAILABLE"],
    ["", { fatal: true }, "DATABASE_UNAVAILABLE"],
    ["", { errno: 1927, fatal: false }, "DATABASE_UNAVAILABLE"],
    ["ER_LOCK_WAIT_TIMEOUT", { errno: 1205 }, "DATABASE_BUSY"],
    ["ER_LOCK_DEADLOCK", { errno: 1213 }, "DATABASE_BUSY"],
    ["ER_CON_COUNT_ERROR", { errno: 1040 }, "DATABASE_BUSY"],
    ["ER_OPTION_PREVENTS_STATEMENT", { errno: 1290 }, "DATABASE_READ_ONLY"],
    ["ER_DISK_FULL", { errno: 1021 }, "DATABASE_FULL"],
    ["ER_RECORD_FILE_FULL", { errno: 1114 }, "DATABASE_FULL"],
    [
      "ER_GET_ERRNO",
      { errno: 1030, message: 'Got error 28 "No space left on device" from storage engine' },
      "DATABASE_FULL",
    ],
    ["ER_GET_ERRNO", { errno: 1030, message: "Got error 5 from storage engine" }, "DATABASE_UNAVAILABLE"],
    ["ER_TABLE_CORRUPT", { errno: 1877 }, "DATABASE_DAMAGED"],
    ["", { errno: 1969 }, "READ_TOO_LONG"],
    ["ER_QUERY_TIMEOUT", { errno: 3024 }, "READ_TOO_LONG"],
    ["ER_DUP_ENTRY", { errno: 1062 }, "CONFLICT"],
    [commitInDoubtCode, {}, "OUTCOME_UNKNOWN"],
  ])("%s %o is known", (code, rest, known) => {
    expect(codeOf(driverError(code, rest))).toBe(known);
  });

  it("that is a mistake in a statement comes back as it is", () => {
    const mistake = driverError("ER_PARSE_ERROR", { errno: 1064 });
    expect(translateDatabaseError(mistake)).toBe(mistake);
  });

  it("is taken for a deadlock also after it was translated, so that its transaction runs again", () => {
    const deadlock = driverError("ER_LOCK_DEADLOCK", { errno: 1213 });
    expect([isDeadlock(deadlock), isDeadlock(translateDatabaseError(deadlock))]).toEqual([true, true]);
    expect([isDeadlock(driverError("ER_DUP_ENTRY")), isDeadlock(new ServiceError("CONFLICT"))]).toEqual([false, false]);
  });
});
