import { ServiceError } from "#domain/errors.ts";

import type { ChangeLog } from "./changes/change-log.ts";
import type { NewChange } from "./changes/change.ts";
import type { HybridClock } from "./changes/hybrid-clock.ts";
import { lifeMember } from "./changes/row-stamps.ts";
import { noteChange } from "./changes/transaction-changes.ts";
import { translateDatabaseError } from "./database-errors.ts";
import type { Database } from "./database.ts";
import { followRows, type GrantFollower } from "./grants/follow-rows.ts";
import { lockRows } from "./lock-rows.ts";
import { lockedRows } from "./locked-rows.ts";
import type { Moments } from "./moments.ts";
import { leavingTables, livesOf, removalText, reusesKeys } from "./replication/lives.ts";
import { joinParent, requireHome } from "./replication/require-home.ts";
import { requireSecretWay } from "./require-secret-way.ts";
import { columnsOf, decodeRow, encode, primaryKeyOf } from "./rows.ts";
import type { SqlRow, SqlValue } from "./sql/sql.ts";
import { tables, type Row, type Save, type TableName } from "./tables.ts";
import {
  claimsAnew,
  classOf,
  differences,
  initialValue,
  neverDone,
  publicValues,
  replaced,
  requireRising,
  rowStamps,
  stampsOf,
  valuesOf,
  withFold,
} from "./written-values.ts";

/**
 * The one writer of rows: it stamps them and keeps the change log in the same transaction. It refuses what the class of a table does not
 * allow (INTERNAL).
 */
export interface Writer {
  /**
   * Inserts a row whose key was made for it just now, so that its existence need not be checked.
   * @throws CONFLICT when it exists
   */
  add<T extends TableName>(table: T, row: Save<T>): Promise<Row<T>>;
  /** Inserts a row unless one of its key exists, also if another process inserts it at this moment; returns the one that is there, locked. */
  addOnce<T extends TableName>(table: T, row: Save<T>): Promise<Row<T>>;
  /** Inserts several rows as `add` does; those of one table go to a database server together. */
  addAll<T extends TableName>(table: T, rows: readonly Save<T>[]): Promise<void>;
  save<T extends TableName>(table: T, changes: Save<T>): Promise<Row<T>>;
  /**
   * Saves rows as `save` does and returns them in their order; those that change the same columns go to a database server together.
   * @throws INTERNAL if two have the same key
   */
  saveAll<T extends TableName>(table: T, all: readonly Save<T>[]): Promise<Row<T>[]>;
  remove(table: TableName, key: string): Promise<boolean>;
}

/** Source of stamps that are later than what was logged. */
export interface Stamping {
  readonly changeLog: Pick<ChangeLog, "latestStamp">;
  readonly hybridClock: HybridClock;
}

interface GivenParts extends Stamping {
  readonly database: Database;
  readonly changeLog: ChangeLog;
  readonly moments: Pick<Moments, "set">;
  readonly node: string;
}

interface WriterParts extends GivenParts {
  readonly grants: GrantFollower;
}

/** Makes the writer of a database. */
export function createWriter(given: GivenParts): Writer {
  const parts: WriterParts = {
    ...given,
    grants: followRows({
      database: given.database,
      stamp: () => given.hybridClock.next(),
      add: (grant) => insert(parts, "grants", [grant]),
      change: (grant, changes) => update(parts, "grants", grant, changes),
      wake: (key, at) => given.moments.set({ key, kind: "grant", at }),
    }),
  };
  return {
    async add(table, row) {
      const [added] = await insert(parts, table, [row]);
      return decodeRow(table, added as SqlRow);
    },
    async addOnce(table, row) {
      return decodeRow(table, await addOnce(parts, table, row));
    },
    async addAll(table, rows) {
      await insertAll(parts, table, rows);
    },
    async save(table, changes) {
      return decodeRow(table, await save(parts, table, changes));
    },
    async saveAll(table, all) {
      requireDifferentKeys(table, all);
      return (await saveTogether(parts, table, all)).map((row) => decodeRow(table, row));
    },
    async remove(table, key) {
      const before = await current(parts, table, key);
      if (!before) return false;
      if (!classOf(table).removes) throw neverDone(table, "removed");
      await requireHome(parts.database, parts.node, { table, row: before });
      observeStamps(parts, stampsOf(before));
      await parts.database.write(`DELETE FROM \`${table}\` WHERE \`${primaryKeyOf(table)}\` = ?`, [key]);
      lockedRows.forget(table, key);
      const version = (before["version"] as number) + 1;
      noteChange({ table, key, operation: "remove", before: valuesOf(table, before), after: {} });
      const stamp = parts.hybridClock.next();
      const stamps = replaced(table, before, stampsOf(before));
      if (leavingTables.has(table)) await parts.database.write(removalText, [table, key, stamp, stamps]);
      await log(parts, table, { operation: "remove", version, stamp, key, values: {}, stamps });
      await parts.grants.removed(table, before);
      return true;
    },
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Most rows that go to a database server in one statement. */
const rowsAtOnceMax = 32;

async function current({ database }: WriterParts, table: TableName, key: string): Promise<SqlRow | undefined> {
  const held = lockedRows.get(table, key);
  if (held !== undefined) return held;
  const text = `SELECT * FROM \`${table}\` WHERE \`${primaryKeyOf(table)}\` = ?${database.dialect.forUpdate}`;
  const [row] = await database.read(text, [key]);
  return row;
}

async function save(parts: WriterParts, table: TableName, changes: Values): Promise<SqlRow> {
  const before = await current(parts, table, changes[primaryKeyOf(table)] as string);
  if (before) return update(parts, table, before, changes);
  // A key that is not new may belong to a removed row: the new row must look newer than the removal.
  await observeLog(parts);
  const [added] = await insert(parts, table, [changes], await livesOf(parts.database, table, [keyOf(table, changes)]));
  return added as SqlRow;
}

async function addOnce(parts: WriterParts, table: TableName, row: Values): Promise<SqlRow> {
  // The key is not new: it may belong to a removed row.
  await observeLog(parts);
  try {
    const [added] = await insert(parts, table, [row], await livesOf(parts.database, table, [keyOf(table, row)]));
    return added as SqlRow;
  } catch (error) {
    const isThere = (translateDatabaseError(error) as Partial<ServiceError>).code === "CONFLICT";
    const other = isThere ? await current(parts, table, row[primaryKeyOf(table)] as string) : undefined;
    if (other === undefined) throw error;
    lockedRows.put(table, row[primaryKeyOf(table)] as string, other);
    return other;
  }
}

/** Refuses two changes of one row, because changes that are planned together would not know of each other. */
function requireDifferentKeys(table: TableName, all: readonly Values[]): void {
  const key = primaryKeyOf(table);
  const keys = new Set<unknown>();
  for (const { [key]: value } of all) {
    if (keys.has(value))
      throw new ServiceError("INTERNAL", { detail: `the row '${String(value)}' of ${table} is saved twice together` });
    keys.add(value);
  }
}

async function saveTogether(parts: WriterParts, table: TableName, all: readonly Values[]): Promise<SqlRow[]> {
  const known = await lockRows(
    parts.database,
    table,
    all.map((changes) => keyOf(table, changes)),
  );
  // As for a row that is saved alone: a removed one may have had its key.
  if (known.size < all.length) await observeLog(parts);
  const saved: SqlRow[] = [];
  // New rows and others by turns, so that they are logged in their order.
  for (let from = 0; from < all.length;) {
    const isKnown = (changes: Values) => known.has(keyOf(table, changes));
    const isAlike = isKnown(all[from] as Values);
    const end = all.findIndex((changes, index) => index > from && isKnown(changes) !== isAlike);
    const alike = all.slice(from, end < 0 ? all.length : end);
    saved.push(
      ...(isAlike
        ? await updateAll(parts, table, { all: alike, known })
        : await insertAll(
            parts,
            table,
            alike,
            await livesOf(
              parts.database,
              table,
              alike.map((row) => keyOf(table, row)),
            ),
          )),
    );
    from += alike.length;
  }
  return saved;
}

interface KnownRows {
  readonly all: readonly Values[];
  /** The rows as they are, by their keys. */
  readonly known: ReadonlyMap<string, SqlRow>;
}

async function updateAll(parts: WriterParts, table: TableName, { all, known }: KnownRows): Promise<SqlRow[]> {
  const planned = all.map((changes) => {
    const before = known.get(changes[primaryKeyOf(table)] as string);
    return plannedUpdate(parts, table, before as SqlRow, changes);
  });
  for (const { before, written } of planned)
    if (written !== undefined) await requireHome(parts.database, parts.node, { table, row: before });
  await writeAll(parts, table, planned);
  const saved: SqlRow[] = [];
  for (const one of planned) saved.push(await noteUpdate(parts, table, one));
  return saved;
}

/** Writes updates: on a database server those that change the same columns together, because each statement is a round trip to it. */
async function writeAll(parts: WriterParts, table: TableName, planned: readonly PlannedUpdate[]): Promise<void> {
  const written = planned.filter((one) => one.written !== undefined);
  if (!parts.database.transactions.onServer) {
    for (const one of written) await writeOne(parts, table, one);
    return;
  }
  for (const updates of Map.groupBy(written, ({ written: columns = {} }) => Object.keys(columns).join()).values())
    for (let from = 0; from < updates.length; from += rowsAtOnceMax)
      await writeTogether(parts, table, updates.slice(from, from + rowsAtOnceMax));
}

async function writeTogether({ database }: WriterParts, table: TableName, all: readonly PlannedUpdate[]) {
  const [first] = all;
  const key = `\`${primaryKeyOf(table)}\``;
  const names = Object.keys(first?.written ?? {});
  const cases = all.map(() => "WHEN ? THEN ?").join(" ");
  const assignments = names.map((name) => `\`${name}\` = CASE ${key} ${cases} END`).join(", ");
  const keys = all.map(({ before }) => before[primaryKeyOf(table)] as string);
  const pairs = (name: string) => all.flatMap(({ written = {} }, at) => [keys[at] ?? "", written[name] ?? null]);
  await database.write(`UPDATE \`${table}\` SET ${assignments} WHERE ${key} IN (${keys.map(() => "?").join(", ")})`, [
    ...names.flatMap(pairs),
    ...keys,
  ]);
}

async function insertAll(
  parts: WriterParts,
  table: TableName,
  rows: readonly Values[],
  lives?: ReadonlyMap<string, string>,
): Promise<SqlRow[]> {
  // If a statement is no round trip to a server, longer ones save nothing and are prepared once more.
  const atOnce = parts.database.transactions.onServer ? rowsAtOnceMax : 1;
  const added: SqlRow[] = [];
  for (let from = 0; from < rows.length; from += atOnce)
    added.push(...(await insert(parts, table, rows.slice(from, from + atOnce), lives)));
  return added;
}

const keyOf = (table: TableName, row: Values) => row[primaryKeyOf(table)] as string;

async function insert(
  parts: WriterParts,
  table: TableName,
  all: readonly Values[],
  lives?: ReadonlyMap<string, string>,
): Promise<SqlRow[]> {
  const known =
    lives ??
    (reusesKeys(table)
      ? await livesOf(
          parts.database,
          table,
          all.map((row) => keyOf(table, row)),
        )
      : noLives);
  const added = all.map((changes) => newRow(parts, table, changes, known));
  const names = Object.keys(added[0]?.row ?? {});
  for (const one of added) await joinParent(parts.database, parts.node, { table, ...one, made: one });
  await parts.database.write(
    insertText(table, names, added.length),
    added.flatMap(({ row }) => Object.values(row)),
  );
  for (const { row, values, stamp, stamps } of added) {
    const key = values[primaryKeyOf(table)] as string;
    lockedRows.put(table, key, row);
    noteChange({ table, key, operation: "insert", before: {}, after: values });
    await log(parts, table, { operation: "insert", version: 1, stamp, values, key, stamps });
    await parts.grants.inserted(table, values);
  }
  return added.map(({ row }) => row);
}

const noLives: ReadonlyMap<string, string> = new Map();

function newRow(parts: WriterParts, table: TableName, given: Values, lives: ReadonlyMap<string, string>) {
  const changes = withFold(table, given);
  const life = lives.get(keyOf(table, given));
  // A new row is later than the removal of the one before.
  if (life !== undefined) parts.hybridClock.observe(life);
  const stamp = parts.hybridClock.next();
  const values: Record<string, SqlValue> = {};
  for (const [name, column] of Object.entries(columnsOf(table))) {
    values[name] = encode(column, initialValue(table, name, column, changes));
  }
  requireSecretWay(table, values);
  // A column without a stamp of its own has that of the primary key, which never changes: a new row needs only this one.
  const stamps = { [primaryKeyOf(table)]: stamp, ...(life === undefined ? {} : { [lifeMember]: life }) };
  const home = tables[table].class === "owned" ? { homeNode: parts.node, ownerEpoch: 1 } : undefined;
  const row = { ...values, ...rowStamps(parts, 1, stamps), ...home };
  return { stamp, values, row, stamps: life === undefined ? undefined : row._v };
}

// Cached, because a new row always names the same columns in the same order.
const insertTexts = new Map<string, string>();

function insertText(table: TableName, names: readonly string[], rows: number): string {
  const known = insertTexts.get(`${table} ${rows}`);
  if (known !== undefined) return known;
  const row = `(${names.map(() => "?").join(", ")})`;
  const text = `INSERT INTO \`${table}\` (\`${names.join("`, `")}\`) VALUES ${Array(rows).fill(row).join(", ")}`;
  insertTexts.set(`${table} ${rows}`, text);
  return text;
}

async function update(parts: WriterParts, table: TableName, before: SqlRow, changes: Values): Promise<SqlRow> {
  const planned = plannedUpdate(parts, table, before, changes);
  if (planned.written !== undefined) await requireHome(parts.database, parts.node, { table, row: before });
  await writeOne(parts, table, planned);
  return noteUpdate(parts, table, planned);
}

async function writeOne({ database }: WriterParts, table: TableName, { before, written }: PlannedUpdate) {
  if (written === undefined) return;
  const assignments = Object.keys(written).map((column) => `\`${column}\` = ?`);
  const key = before[primaryKeyOf(table)] as string;
  await database.write(`UPDATE \`${table}\` SET ${assignments.join(", ")} WHERE \`${primaryKeyOf(table)}\` = ?`, [
    ...Object.values(written),
    key,
  ]);
}

/** Planned update of an existing row. */
interface PlannedUpdate {
  readonly before: SqlRow;
  readonly stamp: string;
  /** Columns that differ, with their new values. */
  readonly values: Readonly<Record<string, SqlValue>>;
  /** Stamps that it replaces, for the log. */
  readonly stamps?: string;
  /** The same values with their stamps; undefined if nothing differs. */
  readonly written?: Readonly<Record<string, SqlValue>>;
}

function plannedUpdate(parts: WriterParts, table: TableName, before: SqlRow, changes: Values): PlannedUpdate {
  const values = differences(table, before, changes["id"] === before["id"] ? changes : withFold(table, changes));
  const names = Object.keys(values);
  if (names.length === 0) return { before, values, stamp: "" };
  if (!classOf(table).changes) throw neverDone(table, "changed");
  if (tables[table].class === "rising") requireRising(table, before, values);
  requireSecretWay(table, values);
  const stamps = stampsOf(before);
  // Another process of this node, or another node, may be ahead: what is overwritten must never look newer.
  observeStamps(parts, stamps);
  const stamp = parts.hybridClock.next();
  const version = (before["version"] as number) + 1;
  // Nothing outside of this database compares the columns of a table that is not logged, and their stamps are longer than most rows.
  if (!classOf(table).logged)
    return { before, values, stamp, written: { ...values, ...rowStamps(parts, version, stamps) } };
  const replacedByIt = replaced(table, before, stamps, names);
  for (const name of names) stamps[name] = stamp;
  const claimed = claimsAnew(table, before, names) ? { claimPlace: "" } : undefined;
  return {
    before,
    values,
    stamp,
    stamps: replacedByIt,
    written: { ...values, ...rowStamps(parts, version, stamps), ...claimed },
  };
}

/** Logs an update that was written, and returns the row as it is now. */
async function noteUpdate(parts: WriterParts, table: TableName, planned: PlannedUpdate): Promise<SqlRow> {
  const { before, stamp, stamps, values, written } = planned;
  if (written === undefined) return before;
  const key = before[primaryKeyOf(table)] as string;
  noteChange({ table, key, operation: "update", before: valuesOf(table, before, Object.keys(values)), after: values });
  await log(parts, table, { operation: "update", version: written["version"] as number, stamp, values, key, stamps });
  await parts.grants.updated(table, before, values);
  const row = { ...before, ...written };
  lockedRows.put(table, key, row);
  return row;
}

/** Makes sure that the next stamp is later than all in the log. */
export async function observeLog({ changeLog, hybridClock }: Stamping): Promise<void> {
  const latest = await changeLog.latestStamp();
  if (latest !== undefined) hybridClock.observe(latest);
}

/** Makes sure that the next stamp is later than those of a row's columns. */
function observeStamps({ hybridClock }: WriterParts, stamps: Readonly<Record<string, string>>): void {
  for (const stamp of Object.values(stamps)) hybridClock.observe(stamp);
}

interface LoggedChange extends Omit<NewChange, "table" | "data"> {
  readonly values: Readonly<Record<string, SqlValue>>;
}

async function log(parts: WriterParts, table: TableName, { values, ...change }: LoggedChange): Promise<void> {
  if (!classOf(table).logged) return;
  await parts.changeLog.append({ ...change, table, data: publicValues(columnsOf(table), values) });
}
