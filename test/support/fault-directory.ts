import { createHash } from "node:crypto";

import Database from "better-sqlite3";

/** A fault, and the calls on which it occurs; rules are checked in order and the first that fits a call is used. */
export interface FaultRule {
  /** Capability of the calls; absent = every one. */
  readonly capability?: string;
  /** Name of the object; absent = every one. */
  readonly name?: string;
  /** Only the n-th call that fits, counted from 1 over all processes; absent = see `every`. */
  readonly nth?: number;
  /** Only each k-th call that fits; absent = every call. */
  readonly every?: number;
  readonly fault: Fault;
}

/** A fault of the target or the connection. */
export type Fault =
  | { readonly kind: "delay"; readonly ms: number }
  /** The target answers only after this rule has left the schedule. */
  | { readonly kind: "hold" }
  /** The target acts, the answer is lost. */
  | { readonly kind: "lostAnswer" }
  /** The target receives the call twice. */
  | { readonly kind: "duplicate" }
  | { readonly kind: "error"; readonly code: string; readonly message: string; readonly retryAfterMs?: number }
  /** The process is killed, before or after the target acts. */
  | { readonly kind: "crash"; readonly when: "before" | "after" };

/** An action that the target really performed. */
export interface FaultAction {
  readonly capability: string;
  readonly name: string;
  readonly operationId: string;
  readonly sends: number;
}

/** An object of the directory. */
export interface FaultObject {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly attributes: Record<string, (string | number | boolean)[]>;
  readonly enabled: boolean;
  readonly createdBy: string;
}

const tables = `
CREATE TABLE IF NOT EXISTS objects (id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT, name TEXT, attributes TEXT, password TEXT, enabled INTEGER DEFAULT 1, createdBy TEXT);
CREATE TABLE IF NOT EXISTS memberships (groupId INTEGER, accountId INTEGER, UNIQUE (groupId, accountId));
CREATE TABLE IF NOT EXISTS owners (groupId INTEGER, accountId INTEGER, UNIQUE (groupId, accountId));
CREATE TABLE IF NOT EXISTS actions (position INTEGER PRIMARY KEY, capability TEXT, name TEXT, operationId TEXT, sends INTEGER);
CREATE TABLE IF NOT EXISTS calls (position INTEGER PRIMARY KEY, capability TEXT, name TEXT);
CREATE TABLE IF NOT EXISTS rules (position INTEGER PRIMARY KEY, rule TEXT);
CREATE TABLE IF NOT EXISTS feed (position INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT, objectId INTEGER);
CREATE TRIGGER IF NOT EXISTS inserted AFTER INSERT ON objects BEGIN INSERT INTO feed (type, objectId) VALUES (NEW.type, NEW.id); END;
CREATE TRIGGER IF NOT EXISTS updated AFTER UPDATE ON objects BEGIN INSERT INTO feed (type, objectId) VALUES (NEW.type, NEW.id); END;
CREATE TRIGGER IF NOT EXISTS deleted AFTER DELETE ON objects BEGIN INSERT INTO feed (type, objectId) VALUES (OLD.type, OLD.id); END;
CREATE TRIGGER IF NOT EXISTS joined AFTER INSERT ON memberships BEGIN INSERT INTO feed (type, objectId) VALUES ('group', NEW.groupId); END;
CREATE TRIGGER IF NOT EXISTS parted AFTER DELETE ON memberships BEGIN INSERT INTO feed (type, objectId) VALUES ('group', OLD.groupId); END;
`;

/** Opens a directory file; several processes may have it open at a time. */
export function openFaultDirectory(file: string): Database.Database {
  const database = new Database(file, { timeout: 10_000 });
  database.pragma("journal_mode = WAL");
  database.exec(tables);
  return database;
}

/** Replaces the schedule of faults; calls are counted from 0 again. */
export function planFaults(file: string, rules: readonly FaultRule[]): void {
  within(file, (database) => {
    database.exec("DELETE FROM rules; DELETE FROM calls;");
    const insert = database.prepare("INSERT INTO rules (rule) VALUES (?)");
    for (const rule of rules) insert.run(JSON.stringify(rule));
  });
}

/** Records the arrival of a call and returns its fault, if there is one. */
export function nextFault(database: Database.Database, capability: string, name: string): Fault | undefined {
  const take = database.transaction((): Fault | undefined => {
    database.prepare("INSERT INTO calls (capability, name) VALUES (?, ?)").run(capability, name);
    const rules = database.prepare("SELECT rule FROM rules ORDER BY position").pluck().all() as string[];
    return rules.map((text) => JSON.parse(text) as FaultRule).find((rule) => fits(database, rule, { capability, name }))
      ?.fault;
  });
  return take.immediate();
}

/** Reports whether the schedule of faults still holds calls. */
export function isHeld(database: Database.Database): boolean {
  const rules = database.prepare("SELECT rule FROM rules").pluck().all() as string[];
  return rules.some((text) => (JSON.parse(text) as FaultRule).fault.kind === "hold");
}

/** Returns all actions that the target really performed, in order. */
export function faultActions(file: string): FaultAction[] {
  return within(
    file,
    (database) =>
      database
        .prepare("SELECT capability, name, operationId, sends FROM actions ORDER BY position")
        .all() as FaultAction[],
  );
}

/** Returns the number of times that the target really performed an action, by object name. */
export function faultCounts(file: string, capability: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const action of faultActions(file)) {
    if (action.capability === capability) counts.set(action.name, (counts.get(action.name) ?? 0) + 1);
  }
  return counts;
}

/** Returns the current objects of a type in the directory. */
export function faultObjects(file: string, type = "account"): FaultObject[] {
  return within(file, (database) =>
    (database.prepare("SELECT * FROM objects WHERE type = ? ORDER BY id").all(type) as FaultRow[]).map(toFaultObject),
  );
}

/** Changes the directory without the connector, as its own administrators do. */
export function changeDirectory(file: string, change: (database: Database.Database) => void): void {
  within(file, (database) => database.transaction(change)(database));
}

/** Fills the directory with accounts `user00000`, … and groups `group0`, …, each account in one group. */
export function fillDirectory(file: string, accounts: number, groups = 0): void {
  changeDirectory(file, (database) => {
    const insert = database.prepare("INSERT INTO objects (type, name, attributes, createdBy) VALUES (?, ?, ?, '')");
    const join = database.prepare("INSERT INTO memberships VALUES (?, ?)");
    const groupIds = Array.from({ length: groups }, (_, n) => insert.run("group", `group${n}`, "{}").lastInsertRowid);
    for (let n = 0; n < accounts; n += 1) {
      const name = `user${String(n).padStart(5, "0")}`;
      const attributes = { mail: [`${name}@example.test`], title: ["first", "second"] };
      const { lastInsertRowid } = insert.run("account", name, JSON.stringify(attributes));
      if (groups > 0) join.run(groupIds[n % groups], lastInsertRowid);
    }
  });
}

/** Returns the number of objects that listings have read so far, repetitions included. */
export function faultReads(file: string): number {
  return faultActions(file)
    .filter(({ capability }) => capability === "read")
    .reduce((sum, { name }) => sum + Number(name.split(" ")[1]), 0);
}

/** A row of the table of objects. */
export interface FaultRow {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly attributes: string;
  readonly password: string | null;
  readonly enabled: number;
  readonly createdBy: string;
}

/** Returns a row in the form that tests see. */
export function toFaultObject(row: FaultRow): FaultObject {
  return {
    id: String(row.id),
    type: row.type,
    name: row.name,
    attributes: JSON.parse(row.attributes),
    enabled: row.enabled === 1,
    createdBy: row.createdBy,
  };
}

/** Returns a hash of a password. The directory stores no clear text, so a search for leaked secrets may include its file. */
export function faultHash(plaintext: string): string {
  return createHash("sha256").update(plaintext).digest("base64");
}

function fits(database: Database.Database, rule: FaultRule, call: { capability: string; name: string }): boolean {
  if ((rule.capability ?? call.capability) !== call.capability || (rule.name ?? call.name) !== call.name) return false;
  if (rule.nth === undefined && rule.every === undefined) return true;
  const seen = database
    .prepare("SELECT count(*) FROM calls WHERE capability = coalesce(?, capability) AND name = coalesce(?, name)")
    .pluck()
    .get(rule.capability ?? null, rule.name ?? null) as number;
  return rule.nth === undefined ? seen % (rule.every ?? 1) === 0 : seen === rule.nth;
}

function within<T>(file: string, run: (database: Database.Database) => T): T {
  const database = openFaultDirectory(file);
  try {
    return run(database);
  } finally {
    database.close();
  }
}
