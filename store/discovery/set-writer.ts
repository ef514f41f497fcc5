import { listing } from "#domain/access/grant-reasons.ts";
import { stampedAt } from "#domain/replication/stamp.ts";

import type { ChangeLog } from "../changes/change-log.ts";
import { type ChangeOperation, insertedTogether, loadMark } from "../changes/change.ts";
import { epochMember } from "../changes/row-stamps.ts";
import type { Database } from "../database.ts";
import { accessCause } from "../grants/access-cause.ts";
import { lockedRows } from "../locked-rows.ts";
import { currentModule } from "../module-scope.ts";
import { laterLife, leavingTables, lifeOfAll, reusesKeys } from "../replication/lives.ts";
import { ownRows } from "../replication/require-home.ts";
import { columnsOf, encode, primaryKeyOf } from "../rows.ts";
import { schemaVersion } from "../schema/schema-version.ts";
import type { LoadWords, UpdateFrom } from "../sql/load-words.ts";
import type { BoundSql, SqlValue } from "../sql/sql.ts";
import { type TableName, tables } from "../tables.ts";
import { observeLog, type Stamping } from "../writer.ts";
import { initialValue } from "../written-values.ts";
import { type AccessChange, endedByRemoval, givenByInsert, passedOnByUpdate } from "./follow-sets.ts";
import type { OwnedInsert, OwnUpdate, SetInsert, SetUpdate } from "./set-rows.ts";

/**
 * Writer of many rows in one statement, with the same stamps, versions and rows of the change log as the writer of single rows. A stamp is
 * later than all in the log, and so than those of the changed rows.
 */
export interface SetWriter {
  readonly sql: LoadWords;
  insert(rows: SetInsert): Promise<number>;
  insertOfOwners(rows: OwnedInsert): Promise<number>;
  update(rows: SetUpdate): Promise<number>;
  /** Updates rows by expressions over the row itself; each column changes on every selected row. */
  updateOwn(rows: OwnUpdate): Promise<number>;
  /** Removes the rows `t` that a condition selects. */
  remove(table: TableName, where: BoundSql): Promise<number>;
  /** Returns the current stamp. */
  stamp(): string;
}

/** Dependencies of a set writer. */
export interface SetWriterParts extends Stamping {
  readonly database: Database;
  readonly changeLog: Pick<ChangeLog, "flush" | "latestStamp">;
  readonly node: string;
}

/** The rows of the log for the rows of a source. */
interface LoggedSet {
  readonly table: TableName;
  readonly operation: ChangeOperation | typeof insertedTogether;
  /** Expressions for the key and for the logged data, over the rows of the source; without `key`, the key is that of the row `t`. */
  readonly key?: string;
  readonly data: string;
  /** Text after FROM, with the values of the parameters in `data` before its own. */
  readonly from: BoundSql;
}

/**
 * Makes the writer of sets. Listeners of this process learn of its rows as other processes do: by following the log. A row of the log is
 * written from the same source right before its row, so that both agree.
 */
export function createSetWriter(parts: SetWriterParts): SetWriter {
  const { database, hybridClock } = parts;
  return {
    sql: database.dialect.load,
    stamp: () => hybridClock.next(),
    async insert(rows) {
      const { stamp, rowsLogged } = await logInsert(parts, rows);
      if (rowsLogged === 0) return 0;
      const given = givenByInsert(rows, accessChange(parts));
      if (given !== undefined) await insert(parts, given);
      return insertRows(parts, rows, stamp);
    },
    async insertOfOwners({ owners: { key, rows: data, source: from }, ...owned }) {
      // Rows that follow removed ones have a life each, which the one row of an owner cannot tell.
      if (await followsRemovals(parts, owned)) return insert(parts, owned);
      const { stamp, rowsLogged } = await log(parts, {
        table: owned.table,
        operation: insertedTogether,
        key,
        data,
        from,
      });
      return rowsLogged === 0 ? 0 : insertRows(parts, owned, stamp);
    },
    update: (rows) => update(parts, rows),
    async updateOwn(given) {
      const { table, columns, values = [] } = given;
      const where = { ...given.where, text: given.where.text + ownRows(table, parts.node) };
      const rows = { ...given, where };
      const from = { text: `\`${table}\` t WHERE ${where.text}`, values: [...values, ...where.values] };
      const { stamp, rowsLogged } = await log(parts, {
        table,
        operation: "update",
        data: jsonOf(table, columns),
        from,
      });
      if (rowsLogged === 0) return 0;
      await passOn(parts, rows);
      const set = Object.entries(columns).map(([name, value]) => `\`${name}\` = ${value}`);
      return database.write(
        `UPDATE \`${table}\` AS t SET \`_v\` = ${database.dialect.load.merged("t.`_v`", "?")}, \`lastUpdatedModule\` = ?, \`lastUpdatedNode\` = ?, ` +
          `\`version\` = t.\`version\` + 1, ${set.join(", ")} WHERE ${where.text}`,
        [stampsOf(Object.keys(columns), stamp), currentModule(), parts.node, ...from.values],
      );
    },
    async remove(table, { text: where, values }) {
      const text = where + ownRows(table, parts.node);
      const from = { text: `\`${table}\` t WHERE ${text}`, values };
      const { stamp, rowsLogged } = await log(parts, { table, operation: "remove", data: "'{}'", from });
      if (rowsLogged === 0) return 0;
      if (leavingTables.has(table))
        await database.write(
          "REPLACE INTO `replicationRemovals` (`tableName`, `rowKey`, `removed`, `stamps`) " +
            `SELECT ?, t.\`${primaryKeyOf(table)}\`, ?, ${replacedBy(parts, table)} FROM ${from.text}`,
          [table, stamp, ...values],
        );
      const ended = endedByRemoval(table, { text, values }, accessChange(parts));
      if (ended !== undefined) await update(parts, ended);
      return database.write(`${database.dialect.deleteFrom(table)} WHERE ${text}`, values);
    },
  };
}

/** Returns the moment and the cause of changes of access; by default a listing makes them. */
function accessChange({ database, hybridClock }: SetWriterParts): AccessChange {
  const stamp = hybridClock.next();
  return { sql: database.dialect.load, stamp, nowMs: stampedAt(stamp), cause: accessCause(listing) };
}

/** Lets the grants follow rows that are about to get another owner, or to come through another group. */
async function passOn(parts: SetWriterParts, rows: OwnUpdate): Promise<void> {
  const passedOn = passedOnByUpdate(rows, accessChange(parts));
  if (passedOn === undefined) return;
  const { moments } = passedOn;
  await parts.database.write(
    `${parts.database.dialect.insertIgnoring} INTO \`moments\` (\`key\`, \`kind\`, \`at\`, \`leasedUntil\`) SELECT ${moments.text}`,
    moments.values,
  );
  await insert(parts, passedOn.given);
  await update(parts, passedOn.ended);
}

/** Returns true if some of the rows have keys of removed ones. */
async function followsRemovals({ database }: SetWriterParts, { table, columns, source }: SetInsert): Promise<boolean> {
  const ofTable = "FROM `replicationRemovals` d WHERE d.`tableName` = ?";
  if ((await database.read(`SELECT 1 AS \`one\` ${ofTable} LIMIT 1`, [table])).length === 0) return false;
  const key = columns[primaryKeyOf(table)] ?? "NULL";
  const text = `SELECT 1 AS \`one\` FROM ${source.text} WHERE EXISTS (SELECT 1 ${ofTable} AND d.\`rowKey\` = ${key}) LIMIT 1`;
  return (await database.read(text, [...source.values, table])).length > 0;
}

/** Inserts rows that give no access. */
async function insert(parts: SetWriterParts, rows: SetInsert): Promise<number> {
  const { stamp, rowsLogged } = await logInsert(parts, rows);
  return rowsLogged === 0 ? 0 : insertRows(parts, rows, stamp);
}

async function update(parts: SetWriterParts, rows: SetUpdate): Promise<number> {
  const { table, columns, changes, from } = rows;
  const { database, node } = parts;
  const where = { ...rows.where, text: rows.where.text + ownRows(table, node) };
  const sql = database.dialect.load;
  const { stamp, rowsLogged } = await log(parts, {
    table,
    operation: "update",
    data: changes,
    from: { text: `\`${table}\` t, ${from.text} WHERE ${where.text}`, values: [...from.values, ...where.values] },
  });
  if (rowsLogged === 0) return 0;
  const names = Object.keys(columns);
  const stamps = names.map((name) => `'${name}', CASE WHEN ${sql.hasMember(changes, name)} THEN ? END`);
  const set: UpdateFrom["set"] = {
    _v: sql.merged("t.`_v`", sql.merged("'{}'", `JSON_OBJECT(${stamps.join(", ")})`)),
    ...columns,
    lastUpdatedModule: "?",
    lastUpdatedNode: "?",
    version: "t.`version` + 1",
  };
  const setValues = [...names.map(() => stamp), currentModule(), node];
  const { text, values } = sql.updateFrom({ table, from, where, set, setValues });
  return database.write(text, values);
}

function logInsert(parts: SetWriterParts, { table, columns, source, values = [] }: SetInsert): Promise<Logged> {
  const from = { text: source.text, values: [...values, ...source.values] };
  const key = columns[primaryKeyOf(table)] ?? "NULL";
  // All columns, as of a row that is added alone: other nodes take one that is not named for one that nobody wrote.
  const data = jsonOf(table, { ...initialTexts(table, columns), ...columns });
  return log(parts, { table, operation: "insert", key, data, from });
}

/** Returns the values of the columns that new rows do not name, as texts of expressions. */
function initialTexts(table: TableName, named: SetInsert["columns"]): Record<string, string> {
  const left = Object.entries(columnsOf(table)).filter(([name]) => !Object.hasOwn(named, name));
  return Object.fromEntries(
    left.map(([name, column]) => [name, literal(encode(column, initialValue(table, name, column, {})))]),
  );
}

function literal(value: SqlValue): string {
  if (value === null) return "NULL";
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** Stamp of rows of the log, and their number. */
interface Logged {
  readonly stamp: string;
  readonly rowsLogged: number;
}

/**
 * Writes rows of the log with a stamp later than all in it. First flushes the pending rows of the writer of single rows, and clears the
 * rows that it remembers. If there are none, no row of the table is concerned.
 */
async function log(parts: SetWriterParts, { table, operation, key, data, from }: LoggedSet): Promise<Logged> {
  const { changeLog, database, hybridClock, node } = parts;
  await changeLog.flush();
  lockedRows.clear();
  await observeLog(parts);
  const stamp = hybridClock.next();
  const version = operation === "update" || operation === "remove" ? "t.`version` + 1" : "1";
  // A removal travels as a small edit, so that a row that follows it comes behind it in either lane.
  const lane = operation === "remove" ? "NULL" : loadMark;
  const rowsLogged = await database.write(
    "INSERT INTO `changeLog` (`origin`, `incarnation`, `tableName`, `rowKey`, `operation`, `rowVersion`, `stamp`, `data`, `schemaVersion`, `stamps`) " +
      `SELECT ?, ${lane}, ?, ${key ?? `t.\`${primaryKeyOf(table)}\``}, '${operation}', ${version}, ?, ${data}, ${schemaVersion()}, ` +
      `${stampsLogged(parts, { table, operation, key, stamp })} FROM ${from.text}`,
    [node, table, stamp, ...from.values],
  );
  return { stamp, rowsLogged };
}

function insertRows(
  { database, node }: SetWriterParts,
  { table, columns, source, values = [] }: SetInsert,
  stamp: string,
): Promise<number> {
  const list = Object.keys(columns).map((name) => `\`${name}\``);
  const key = columns[primaryKeyOf(table)] ?? "NULL";
  const stamps = reusesKeys(table) ? `COALESCE(${laterLife(table, key, stamp)}, ?)` : "?";
  const home = tables[table].class === "owned" ? node : undefined;
  return database.write(
    `INSERT INTO \`${table}\` (${list.join(", ")}, \`lastUpdatedModule\`, \`lastUpdatedNode\`, \`version\`, \`_v\`` +
      `${home === undefined ? "" : ", `homeNode`"}) ` +
      `SELECT ${Object.values(columns).join(", ")}, ?, ?, 1, ${stamps}${home === undefined ? "" : ", ?"} FROM ${source.text}`,
    [
      ...values,
      currentModule(),
      node,
      stampsOf([primaryKeyOf(table)], stamp),
      ...(home === undefined ? [] : [home]),
      ...source.values,
    ],
  );
}

/** Returns the expression of the stamps that a row of the log tells of. */
function stampsLogged(
  parts: SetWriterParts,
  {
    table,
    operation,
    key = "NULL",
    stamp,
  }: Pick<LoggedSet, "table" | "operation"> & { readonly key: string | undefined; readonly stamp: string },
): string {
  if (operation === "update" || operation === "remove") return replacedBy(parts, table);
  if (!reusesKeys(table)) return "NULL";
  return operation === "insert" ? laterLife(table, key, stamp) : lifeOfAll(table, stamp);
}

/** Returns the expression of the stamps that a change of the row `t` replaces. */
function replacedBy({ database }: SetWriterParts, table: TableName): string {
  if (tables[table].class !== "owned") return "t.`_v`";
  const epoch = database.dialect.load.merged("t.`_v`", `JSON_OBJECT('${epochMember}', t.\`ownerEpoch\`)`);
  return `CASE WHEN t.\`ownerEpoch\` = 1 THEN t.\`_v\` ELSE ${epoch} END`;
}

/** Returns the columns with the values of their expressions as JSON, without those that each node counts for itself. */
function jsonOf(table: TableName, columns: SetInsert["columns"]): string {
  const known = columnsOf(table);
  const members = Object.entries(columns).flatMap(([name, value]) =>
    known[name]?.ofNode === true ? [] : [`'${name}', ${value}`],
  );
  return `JSON_OBJECT(${members.join(", ")})`;
}

function stampsOf(names: readonly string[], stamp: string): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, stamp])));
}
