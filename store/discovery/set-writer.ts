import type { ChangeLog } from "../changes/change-log.ts";
import { type ChangeOperation, insertedTogether } from "../changes/change.ts";
import type { Database } from "../database.ts";
import { lockedRows } from "../locked-rows.ts";
import { currentModule } from "../module-scope.ts";
import { columnsOf, primaryKeyOf } from "../rows.ts";
import type { LoadWords, UpdateFrom } from "../sql/load-words.ts";
import type { BoundSql, SqlValue } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";
import { observeLog, type Stamping } from "../writer.ts";

/** Rows to insert: expressions over the rows of a source by column, the primary key among them. */
export interface SetInsert {
  readonly table: TableName;
  readonly columns: Readonly<Record<string, string>>;
  /** Text after FROM. */
  readonly source: BoundSql;
  /** Values of the parameters in the columns, if any. */
  readonly values?: readonly SqlValue[];
}

/** Rows to insert that belong to new rows of another table, with one row of the change log for all rows of an owner. */
export interface OwnedInsert extends SetInsert {
  readonly owners: {
    /** The key of an owner, over the rows of their source. */
    readonly key: string;
    /** All rows of an owner as one text (`valuesText`), over the same. */
    readonly rows: string;
    readonly source: BoundSql;
  };
}

/** Rows to change by staged rows, which hold the new values; rows without changes stay. */
export interface SetUpdate {
  readonly table: TableName;
  /** Expressions of the columns that may change, over `t` and the staged rows. */
  readonly columns: Readonly<Record<string, string>>;
  /** The changed columns with their new values as JSON, over the same. */
  readonly changes: string;
  /** The staged rows with their aliases, as the text after FROM. */
  readonly from: string;
  readonly where: BoundSql;
}

/** Rows to change by expressions over the row `t` itself. */
export interface OwnUpdate extends Omit<SetInsert, "source"> {
  readonly where: BoundSql;
}

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
  const { database, hybridClock, node } = parts;
  const sql = database.dialect.load;

  return {
    sql,
    stamp: () => hybridClock.next(),
    async insert(rows) {
      const { table, columns, source, values = [] } = rows;
      const from = { text: source.text, values: [...values, ...source.values] };
      const key = columns[primaryKeyOf(table)] ?? "NULL";
      const stamp = await log(parts, { table, operation: "insert", key, data: jsonOf(table, columns), from });
      return insertRows(parts, rows, stamp);
    },
    async insertOfOwners({ owners: { key, rows: data, source: from }, ...owned }) {
      const stamp = await log(parts, { table: owned.table, operation: insertedTogether, key, data, from });
      return insertRows(parts, owned, stamp);
    },
    async update({ table, columns, changes, from, where }) {
      const { text, values } = where;
      const changed = { text: `\`${table}\` t, ${from} WHERE ${text}`, values };
      const stamp = await log(parts, { table, operation: "update", data: changes, from: changed });
      const stamps = Object.keys(columns).map(
        (name) => `'${name}', CASE WHEN ${sql.hasMember(changes, name)} THEN ? END`,
      );
      const set: UpdateFrom["set"] = {
        _v: sql.merged("t.`_v`", sql.merged("'{}'", `JSON_OBJECT(${stamps.join(", ")})`)),
        ...columns,
        lastUpdatedModule: "?",
        lastUpdatedNode: "?",
        version: "t.`version` + 1",
      };
      return database.write(sql.updateFrom({ table, from, where: text, set }), [
        ...Object.keys(columns).map(() => stamp),
        currentModule(),
        node,
        ...values,
      ]);
    },
    async updateOwn({ table, columns, values = [], where }) {
      const from = { text: `\`${table}\` t WHERE ${where.text}`, values: [...values, ...where.values] };
      const stamp = await log(parts, { table, operation: "update", data: jsonOf(table, columns), from });
      const set = Object.entries(columns).map(([name, value]) => `\`${name}\` = ${value}`);
      return database.write(
        `UPDATE \`${table}\` AS t SET \`_v\` = ${sql.merged("t.`_v`", "?")}, \`lastUpdatedModule\` = ?, \`lastUpdatedNode\` = ?, ` +
          `\`version\` = t.\`version\` + 1, ${set.join(", ")} WHERE ${where.text}`,
        [stampsOf(Object.keys(columns), stamp), currentModule(), node, ...from.values],
      );
    },
    async remove(table, { text, values }) {
      const from = { text: `\`${table}\` t WHERE ${text}`, values };
      await log(parts, { table, operation: "remove", data: "'{}'", from });
      return database.write(`${database.dialect.deleteFrom(table)} WHERE ${text}`, values);
    },
  };
}

/**
 * Writes rows of the log with a stamp later than all in it, and returns the stamp. First flushes the pending rows of the writer of single
 * rows, and clears the rows that it remembers.
 */
async function log(parts: SetWriterParts, { table, operation, key, data, from }: LoggedSet): Promise<string> {
  const { changeLog, database, hybridClock, node } = parts;
  await changeLog.flush();
  lockedRows.clear();
  await observeLog(parts);
  const stamp = hybridClock.next();
  const version = operation === "update" || operation === "remove" ? "t.`version` + 1" : "1";
  await database.write(
    "INSERT INTO `changeLog` (`origin`, `tableName`, `rowKey`, `operation`, `rowVersion`, `stamp`, `data`) " +
      `SELECT ?, ?, ${key ?? `t.\`${primaryKeyOf(table)}\``}, '${operation}', ${version}, ?, ${data} FROM ${from.text}`,
    [node, table, stamp, ...from.values],
  );
  return stamp;
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
