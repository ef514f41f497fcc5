import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import Sqlite from "better-sqlite3";

import { nextEpoch } from "#domain/restore-epoch.ts";
import { placeDurably, removeParts, writeFileDurably } from "#platform/files/durable-file.ts";
import { keyRingFileName, keyRingIdsIn } from "#platform/keys/key-ring-file.ts";

import { epochStatements, knownTime } from "./epoch.ts";
import { restoreMarkTable } from "./restore-mark.ts";
import type { SqlRow } from "./sql/sql.ts";
import { sqlite } from "./sql/sqlite.ts";

/** Facts that a backup holds about itself. */
export interface BackupFacts {
  /** Time when the backup was made, ISO 8601. */
  readonly madeAt: string;
  /** Version of the program that made it. */
  readonly softwareVersion: string;
  /** Migrations of the database, oldest first. */
  readonly migrations: readonly string[];
  readonly bytes: number;
}

/** Sources of a backup. */
export interface BackupSource {
  /** SQLite file of the database; it may be in use. */
  readonly database: string;
  /** Data folder with the key ring. */
  readonly dataFolder: string;
  readonly softwareVersion: string;
  readonly madeAt: string;
}

/** Error for a file that is not a sound backup; the message names the fault. */
class BackupError extends Error {
  override readonly name = "BackupError";
}

const table = "gatehouseBackup";
const format = "1";

/**
 * Writes one file, for its owner alone, with the database as it is at this moment and the key ring that opens it; a service may run
 * meanwhile. The file gets its name only after it was opened and verified.
 * @throws BackupError when a file of that name exists, or the written file is not whole
 */
export function writeBackup(source: BackupSource, file: string): BackupFacts {
  if (existsSync(file))
    throw new BackupError(`${file} is there already. Choose another name: a backup replaces nothing.`);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  // SQLite makes the file by the umask; it must be for its owner alone before a secret is in it.
  writeFileSync(part, "", { mode: 0o600 });
  try {
    withFile(source.database, toRead, (database) => database.prepare("VACUUM INTO ?").run(part));
    addKeyRing(source, part);
    const facts = readBackup(part);
    placeDurably(part, file);
    return facts;
  } finally {
    rmSync(part, { force: true });
  }
}

/**
 * Suffixes of the files that SQLite keeps beside a database. Files that an interrupted run left there belong to no other database of that
 * name.
 */
const besides = ["-journal", "-wal", "-shm"] as const;

function removeDatabase(file: string): void {
  for (const path of [file, ...besides.map((ending) => `${file}${ending}`)]) rmSync(path, { force: true });
}

/** Opens a file, runs a function with it, and closes it. */
function withFile<T>(file: string, options: Sqlite.Options, run: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(file, options);
  try {
    return run(database);
  } finally {
    database.close();
  }
}

const toRead = { readonly: true, fileMustExist: true };

function addKeyRing({ dataFolder, softwareVersion, madeAt }: BackupSource, file: string): void {
  const parts = {
    format,
    madeAt,
    softwareVersion,
    [keyRingFileName]: readFileSync(join(dataFolder, keyRingFileName), "utf8"),
  };
  withFile(file, {}, (database) => {
    database.exec(`CREATE TABLE \`${table}\` (\`name\` TEXT NOT NULL PRIMARY KEY, \`content\` TEXT NOT NULL)`);
    const insert = database.prepare(`INSERT INTO \`${table}\` VALUES (?, ?)`);
    for (const [name, content] of Object.entries(parts)) insert.run(name, content);
  });
}

/**
 * Opens a backup and verifies it: every page, every index, and a key ring with each key that the database needs.
 * @throws BackupError
 */
export function readBackup(file: string): BackupFacts {
  return withBackup(file, (database) => {
    const found = database.pragma("integrity_check", { simple: true });
    if (found !== "ok") throw new BackupError(`${file} is damaged: ${String(found)}. Use another backup.`);
    const wanted = database.prepare("SELECT `kid` FROM `keyRingRecord`").pluck().all() as string[];
    const there = new Set(keyRingIdsIn(partOf(database, keyRingFileName)));
    const missing = wanted.filter((kid) => !there.has(kid));
    if (missing.length > 0) {
      throw new BackupError(`The key ring in ${file} lacks the key(s) ${missing.join(", ")} that its database wants.`);
    }
    return {
      madeAt: partOf(database, "madeAt"),
      softwareVersion: partOf(database, "softwareVersion"),
      migrations: database.prepare("SELECT `name` FROM `migrations` ORDER BY `name`").pluck().all() as string[],
      bytes: statSync(file).size,
    };
  });
}

/** Place to which a backup is restored. */
export interface RestoreTarget {
  /** The SQLite file of the database. */
  readonly database: string;
  readonly dataFolder: string;
  /** The present moment, in milliseconds UTC. */
  readonly now: number;
}

/**
 * Writes the database and the key ring of a backup into a data folder that has neither, and begins a new epoch there: no number issued
 * after the backup is issued again. An interrupted restore can be repeated: the key ring, which it writes first, may exist.
 * @throws BackupError when the backup is not whole, or any other file of a database or key ring exists
 */
export function restoreBackup(file: string, target: RestoreTarget): BackupFacts {
  const facts = readBackup(file);
  const keyRing = join(target.dataFolder, keyRingFileName);
  const ringText = withBackup(file, (database) => partOf(database, keyRingFileName));
  const isRingThere = existsSync(keyRing) && readFileSync(keyRing, "utf8") === ringText;
  const unwanted = [target.database, ...besides.map((ending) => `${target.database}${ending}`)];
  const there = [...unwanted, ...(isRingThere ? [] : [keyRing])].find((path) => existsSync(path));
  if (there !== undefined) {
    throw new BackupError(`${there} is there already. Restore into an empty data folder, or move it away first.`);
  }
  const part = `${target.database}.part`;
  removeDatabase(part);
  copyFileSync(file, part);
  removeParts(keyRing);
  // Written before the database gets its name: a database without its key ring opens no secret.
  writeFileDurably(keyRing, ringText, isRingThere ? "replace" : "create");
  withFile(part, {}, (database) => {
    database.exec(`DROP TABLE \`${table}\``);
    // The backup of a database that was restored but never started has a mark.
    database.exec(`DROP TABLE IF EXISTS \`${restoreMarkTable}\``);
    // The first start after a restore asks the target systems which passwords and operations are still valid.
    database.exec(`CREATE TABLE \`${restoreMarkTable}\` (\`madeAt\` TEXT NOT NULL)`);
    database.prepare(`INSERT INTO \`${restoreMarkTable}\` VALUES (?)`).run(facts.madeAt);
    beginEpoch(database, target.now);
    // Removes the former content of the table from all pages.
    database.exec("VACUUM");
    database.pragma("journal_mode = WAL");
  });
  placeDurably(part, target.database);
  return facts;
}

function beginEpoch(database: Sqlite.Database, now: number): void {
  const rows = knownTime.statements.map(
    ({ text, values }) => database.prepare(text).get(...values) as SqlRow | undefined,
  );
  const known = knownTime.of(rows);
  for (const { text, values } of epochStatements(sqlite, known, nextEpoch(now, known)))
    database.prepare(text).run(...values);
}

function withBackup<T>(file: string, run: (database: Sqlite.Database) => T): T {
  try {
    return withFile(file, toRead, run);
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError || error instanceof SyntaxError)) throw error;
    throw new BackupError(`${file} is no backup of Gatehouse, or is damaged: ${error.message}.`, { cause: error });
  }
}

function partOf(database: Sqlite.Database, name: string): string {
  const content = database.prepare(`SELECT \`content\` FROM \`${table}\` WHERE \`name\` = ?`).pluck().get(name);
  if (typeof content !== "string") throw new BackupError(`The backup lacks its part '${name}'.`);
  return content;
}
