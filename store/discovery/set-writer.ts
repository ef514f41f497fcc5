import { listing } from "#domain/access/grant-reasons.ts";
import { stampedAt } from "#domain/replication/stamp.ts";

import type { ChangeLog } from "../changes/change-log.ts";
import { type ChangeOperation, insertedTogether } from "../changes/change.ts";
import type { Database } from "../database.ts";
import { accessCause } from "../grants/access-cause.ts";
import { lockedRows } from "../locked-rows.ts";
import { currentModule } from "../module-scope.ts";
import { columnsOf, primaryKeyOf } from "../rows.ts";
import type { LoadWords, UpdateFrom } from "../sql/load-words.ts";
import type { BoundSql } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";
import { observeLog, type Stamping } from "../writer.ts";
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
    async updateOwn(rows) {
      const { table, columns, values = [], where } = rows;
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
    async remove(table, { text, values }) {
      const from = { text: `\`${table}\` t WHERE ${text}`, values };
      const { rowsLogged } = await log(parts, { table, operation: "remove", data: "'{}'", from });
      if (rowsLogged === 0) return 0;
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

/** Inserts rows that give no access. */
async function insert(parts: SetWriterParts, rows: SetInsert): Promise<number> {
  const { stamp, rowsLogged } = await logInsert(parts, rows);
  return rowsLogged === 0 ? 0 : insertRows(parts, rows, stamp);
}

async function update(parts: SetWriterParts, { table, columns, changes, from, where }: SetUpdate): Promise<number> {
  const { database, node } = parts;
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
  return log(parts, { table, operation: "insert", key, data: jsonOf(table, columns), from });
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
  const rowsLogged = await database.write(
    "INSERT INTO `changeLog` (`origin`, `tableName`, `rowKey`, `operation`, `rowVersion`, `stamp`, `data`) " +
      `SELECT ?, ?, ${key ?? `t.\`${primaryKeyOf(table)}\``}, '${operation}', ${version}, ?, ${data} FROM ${from.text}`,
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
  return database.write(
    `INSERT INTO \`${table}\` (${list.join(", ")}, \`lastUpdatedModule\`, \`lastUpdatedNode\`, \`version\`, \`_v\`) ` +
      `SELECT ${Object.values(columns).join(", ")}, ?, ?, 1, ? FROM ${source.text}`,
    [...values, currentModule(), node, stampsOf([primaryKeyOf(table)], stamp), ...source.values],
  );
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
