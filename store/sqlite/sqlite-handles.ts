import Sqlite from "better-sqlite3";

import { walKeptBytes } from "#domain/limits.ts";
import { roundHalfAway } from "#domain/query/call-function.ts";
import { lower, upper } from "#domain/query/code-points.ts";
import { namedGuid } from "#platform/object-key.ts";

/** A driver connection with the statements prepared on it. */
export interface SqliteHandle {
  readonly driver: Sqlite.Database;
  readonly statements: Map<string, Sqlite.Statement>;
}

const statementsMax = 500;
/** KiB of pages that a connection keeps: those that lead to rows fit in, and the system's own cache has the others. */
const cacheKiB = 8_000;

const ofText = (change: (text: string) => string) => (value: unknown) =>
  typeof value === "string" ? change(value) : null;

/**
 * Functions that SQLite lacks or has in another form than the other databases: letters beyond ASCII, rounding of halves, and named guids.
 */
const functions = {
  gh_lower: ofText(lower),
  gh_upper: ofText(upper),
  gh_named_guid: ofText(namedGuid),
  gh_round: (value: unknown) => (typeof value === "number" ? roundHalfAway(value) : null),
};

/**
 * Opens a connection as the store needs it: WAL, durable commits without the work of checkpoints, and never waiting inside the driver,
 * because the driver is synchronous and a wait would freeze the whole process.
 */
export function openHandle(file: string, options: { readonly: boolean }): SqliteHandle {
  const driver = new Sqlite(file, { readonly: options.readonly, timeout: 0 });
  if (!options.readonly) {
    driver.pragma("journal_mode = WAL");
    driver.pragma("synchronous = FULL");
    driver.pragma("wal_autocheckpoint = 0");
    driver.pragma(`journal_size_limit = ${walKeptBytes}`);
  }
  driver.pragma(`cache_size = -${cacheKiB}`);
  driver.pragma("foreign_keys = ON");
  for (const [name, run] of Object.entries(functions)) driver.function(name, { deterministic: true }, run);
  return { driver, statements: new Map() };
}

/** Returns the prepared statement of a text, prepared once per connection. */
export function prepare(handle: SqliteHandle, sql: string): Sqlite.Statement {
  const known = handle.statements.get(sql);
  if (known) return known;
  if (handle.statements.size >= statementsMax) handle.statements.clear();
  const statement = handle.driver.prepare(sql);
  handle.statements.set(sql, statement);
  return statement;
}

/** Returns true if the driver reports that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/**
 * Writes everything in the log of a database into the database and syncs it to its disk. Must not be called inside a transaction; if
 * another connection writes or still reads from the log, the driver's error says that it is busy.
 */
export function takeOver({ driver }: SqliteHandle): void {
  const [outcome] = driver.pragma("wal_checkpoint(FULL)") as { readonly busy: number }[];
  if (outcome?.busy !== 0) throw new Sqlite.SqliteError("The log is in use.", "SQLITE_BUSY");
}
