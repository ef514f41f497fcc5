import { isTableMissing } from "../database-errors.ts";
import type { Database } from "../database.ts";
import type { SqlRow } from "../sql/sql.ts";
import { openHandle, prepare } from "../sqlite/sqlite-handles.ts";

const sqliteVersionMin = [3, 35] as const;
const mariaDbVersionMin = [10, 6] as const;
const mySqlVersionMin = [8, 0] as const;
/** Lowest compatibility level (specification 8); only one vendor's databases have such a level, and none of these is supported here. */
const compatibilityLevelMin = 130;

/** Finding of one check: its subject, the required value, and the problem with the way out. */
export interface DatabaseFinding {
  readonly what: string;
  readonly found: string;
  readonly needed: string;
  /** Problem; absent if the value fits. */
  readonly problem?: string;
}

/** Checks a database server: its version, its compatibility level if it has one, and the durability of commits. */
export async function checkDatabase(database: Pick<Database, "dialect" | "read">): Promise<readonly DatabaseFinding[]> {
  return database.dialect.name === "sqlite" ? checkSqlite(database) : checkServer(database);
}

const noCompatibilityLevel: DatabaseFinding = {
  what: "compatibility level",
  found: "this database has none",
  needed: `${compatibilityLevelMin} where there is one`,
};

async function checkSqlite(database: Pick<Database, "read">): Promise<readonly DatabaseFinding[]> {
  const version = libraryVersion();
  const needed = `≥ ${sqliteVersionMin.join(".")}`;
  const tooOld = `SQLite ${version} is too old: use ${sqliteVersionMin.join(".")} or newer.`;
  return [
    finding({ what: "SQLite", found: version, needed }, isOlder(version, sqliteVersionMin), tooOld),
    noCompatibilityLevel,
    await journalFinding(database),
  ];
}

function libraryVersion(): string {
  const handle = openHandle(":memory:", { readonly: false });
  try {
    return (prepare(handle, "SELECT sqlite_version() AS `version`").get() as { version: string }).version;
  } finally {
    handle.driver.close();
  }
}

// A commit reaches the disk with the write-ahead log, which not every file system supports.
async function journalFinding(database: Pick<Database, "read">): Promise<DatabaseFinding> {
  const what = "durable commits: journal of the file";
  const needed = "wal";
  try {
    const [row] = await database.read("PRAGMA journal_mode");
    const found = String(row?.["journal_mode"]);
    const loose = `The file keeps its journal as '${found}', not as a write-ahead log: put it on a local disk, and let nothing else change its journal_mode.`;
    return finding({ what, found, needed }, found !== needed, loose);
  } catch (error) {
    if (!isTableMissing(error)) throw error;
    return { what, found: "there is no file yet", needed };
  }
}

const serverText =
  "SELECT VERSION() AS `version`, @@innodb_flush_log_at_trx_commit AS `flush`, @@log_bin AS `binaryLog`, @@sync_binlog AS `syncBinaryLog`, " +
  "@@log_bin_trust_function_creators AS `trustCreators`";

async function checkServer(database: Pick<Database, "read">): Promise<readonly DatabaseFinding[]> {
  const [row = {}] = await database.read(serverText);
  return [
    versionFinding(String(row["version"])),
    noCompatibilityLevel,
    flushFinding(row),
    binaryLogFinding(row),
    triggersFinding(row),
  ];
}

function versionFinding(version: string): DatabaseFinding {
  const isMariaDb = /mariadb/i.test(version);
  const min = isMariaDb ? mariaDbVersionMin : mySqlVersionMin;
  const tooOld = `The database server ${version} is too old: use MariaDB ≥ ${mariaDbVersionMin.join(".")} or MySQL ≥ ${mySqlVersionMin.join(".")}.`;
  const what = isMariaDb ? "MariaDB" : "MySQL";
  return finding({ what, found: version, needed: `≥ ${min.join(".")}` }, isOlder(version, min), tooOld);
}

function flushFinding({ flush }: SqlRow): DatabaseFinding {
  const what = "durable commits: innodb_flush_log_at_trx_commit";
  const loose = "Commits are not durable: set innodb_flush_log_at_trx_commit = 1 on the database server.";
  return finding({ what, found: String(flush), needed: "1" }, Number(flush) !== 1, loose);
}

// After a crash such a server reverts what is not in its binary log, so the binary log must have reached the disk too.
function binaryLogFinding({ binaryLog, syncBinaryLog }: SqlRow): DatabaseFinding {
  const what = "durable commits: sync_binlog";
  if (Number(binaryLog) !== 1) return { what, found: "there is no binary log", needed: "1 where there is one" };
  const loose = "Commits are not durable: set sync_binlog = 1 on the database server, or turn its binary log off.";
  return finding({ what, found: String(syncBinaryLog), needed: "1" }, Number(syncBinaryLog) !== 1, loose);
}

// With a binary log, only a superuser may make the triggers that keep the audit append-only, unless a setting of the server allows it.
function triggersFinding({ binaryLog, trustCreators }: SqlRow): DatabaseFinding {
  const what = "triggers: log_bin_trust_function_creators";
  if (Number(binaryLog) !== 1) return { what, found: "there is no binary log", needed: "1 where there is one" };
  const refused =
    "Migrations could not make their triggers: set log_bin_trust_function_creators = 1 on the database server, or migrate as a superuser.";
  return finding({ what, found: String(trustCreators), needed: "1" }, Number(trustCreators) !== 1, refused);
}

function finding(of: Omit<DatabaseFinding, "problem">, isWrong: boolean, problem: string): DatabaseFinding {
  return isWrong ? { ...of, problem } : of;
}

function isOlder(version: string, [majorMin, minorMin]: readonly [number, number]): boolean {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  return major < majorMin || (major === majorMin && minor < minorMin);
}
