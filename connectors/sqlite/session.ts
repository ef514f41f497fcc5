import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";

import Database from "better-sqlite3";

import { ConnectorError, isSameName } from "#connectors/contract/index.ts";

import type { SqliteOptions } from "./address.ts";

/** An open database file with the options of its target. */
export interface SqliteSession {
  readonly database: Database.Database;
  readonly options: SqliteOptions;
}

// Milliseconds to wait for a writer in another process; the driver blocks meanwhile, so it is short.
const busyTimeoutMs = 1_000;

const tables = `
CREATE TABLE IF NOT EXISTS accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  attributes TEXT NOT NULL DEFAULT '{}',
  passwordHash TEXT,
  passwordHistory TEXT NOT NULL DEFAULT '[]',
  mustChange INTEGER NOT NULL DEFAULT 0,
  enabled INTEGER NOT NULL DEFAULT 1,
  failures INTEGER NOT NULL DEFAULT 0,
  locked INTEGER NOT NULL DEFAULT 0,
  createdBy TEXT
);
CREATE TABLE IF NOT EXISTS groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  attributes TEXT NOT NULL DEFAULT '{}',
  createdBy TEXT
);
CREATE TABLE IF NOT EXISTS memberships (
  groupId INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
  accountId INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  PRIMARY KEY (groupId, accountId)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS membershipsByAccount ON memberships (accountId);
`;

/**
 * Opens the file and creates its tables if they are absent.
 * @throws config if the folder does not exist
 */
export function openSession(options: SqliteOptions): SqliteSession {
  const folder = dirname(resolve(options.file));
  if (!existsSync(folder))
    throw new ConnectorError("config", `The folder of the database file does not exist: ${folder}`);
  const database = new Database(options.file, { timeout: busyTimeoutMs });
  try {
    database.function("isSameName", { deterministic: true }, (one, other) =>
      isSameName(String(one), String(other)) ? 1 : 0,
    );
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = FULL");
    database.pragma("foreign_keys = ON");
    database.exec(tables);
  } catch (error) {
    database.close();
    throw error;
  }
  return { database, options };
}
