import type { Database } from "./database.ts";

const sqliteVersionMin = [3, 35] as const;
const mariaDbVersionMin = [10, 6] as const;
const mySqlVersionMin = [8, 0] as const;

/**
 * What is wrong with a database server, each sentence with its way out: version, and that commits are durable. The
 * compatibility level of the specification (130) is a notion of another vendor's database; neither dialect has one.
 */
export async function checkDatabase(database: Database): Promise<readonly string[]> {
  return database.dialect === "sqlite" ? checkSqlite(database) : checkServer(database);
}

async function checkSqlite(database: Database): Promise<readonly string[]> {
  const [row] = await database.read("SELECT sqlite_version() AS `version`");
  const version = String(row?.["version"]);
  return isOlder(version, sqliteVersionMin)
    ? [`SQLite ${version} is too old: use ${sqliteVersionMin.join(".")} or newer.`]
    : [];
}

async function checkServer(database: Database): Promise<readonly string[]> {
  const [row] = await database.read("SELECT VERSION() AS `version`, @@innodb_flush_log_at_trx_commit AS `flush`");
  const version = String(row?.["version"]);
  const min = /mariadb/i.test(version) ? mariaDbVersionMin : mySqlVersionMin;
  const problems: string[] = [];
  if (isOlder(version, min)) {
    problems.push(
      `The database server ${version} is too old: use MariaDB ≥ ${mariaDbVersionMin.join(".")} or MySQL ≥ ${mySqlVersionMin.join(".")}.`,
    );
  }
  if (Number(row?.["flush"]) !== 1) {
    problems.push("Commits are not durable: set innodb_flush_log_at_trx_commit = 1 on the database server.");
  }
  return problems;
}

function isOlder(version: string, [majorMin, minorMin]: readonly [number, number]): boolean {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  return major < majorMin || (major === majorMin && minor < minorMin);
}
