import type { ChangeLog } from "../changes/change-log.ts";
import { insertedTogether } from "../changes/change.ts";
import type { Database } from "../database.ts";
import { heldRows } from "../held-rows.ts";
import { currentModule } from "../module-scope.ts";
import type { LoadWords, UpdateFrom } from "../sql/load-words.ts";
import type { BoundSql, SqlValue } from "../sql/sql.ts";
import { observeLog, type Stamping } from "../writer.ts";

/** Rows to insert: expressions over the rows of a source by column, the primary key among them. */
export interface SetInsert {
  readonly table: string;
  readonly primaryKey: string;
  readonly columns: Readonly<Record<string, string>>;
  /** What follows FROM. */
  readonly source: BoundSql;
  /** Values of the question marks among the columns. */
  readonly values: readonly SqlValue[];
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

/** Rows to change by staged rows, which say what is new; rows without changes stay. */
export interface SetUpdate {
  readonly table: string;
  readonly primaryKey: string;
  /** Expressions of the columns that may change, over `t` and the staged rows. */
  readonly columns: Readonly<Record<string, string>>;
  /** The changed columns with their new values as JSON, over the same. */
  readonly changes: string;
  /** The staged rows with their aliases, as they follow FROM. */
  readonly from: string;
  readonly where: BoundSql;
}

/** Rows to change by expressions over the row `t` itself. */
export interface OwnUpdate extends Omit<SetInsert, "source"> {
  readonly where: BoundSql;
}

/**
 * Writes many rows by one statement in the shape of the one writer: stamps, versions and rows of the change log. A stamp is
 * later than all in the log, so than those of the rows that the statement changes.
 */
export interface SetWriter {
  readonly sql: LoadWords;
  insert(rows: SetInsert): Promise<number>;
  insertOfOwners(rows: OwnedInsert): Promise<number>;
  update(rows: SetUpdate): Promise<number>;
  /** Gives rows new values by expressions over the row itself; each column changes on every row that is chosen. */
  updateOwn(rows: OwnUpdate): Promise<number>;
  /** Removes the rows whose primary key a condition chooses. */
  remove(table: string, primaryKey: string, where: BoundSql): Promise<number>;
  /** The stamp of now. */
  stamp(): string;
}

/** What such a writer is made of. */
export interface SetWriterParts extends Stamping {
  readonly database: Database;
  readonly changeLog: Pick<ChangeLog, "flush" | "latestStamp">;
  readonly node: string;
}

const logText = "INSERT INTO `changeLog` (`origin`, `tableName`, `rowKey`, `operation`, `rowVersion`, `stamp`, `data`)";

/**
 * Makes the writer of sets. Listeners of this process hear of its rows as other processes do: by following the log.
 * The row of the log is written from the same source right before its row, so that both say the same.
 */
export function createSetWriter(parts: SetWriterParts): SetWriter {
  const { database, hybridClock, node } = parts;
  const sql = database.dialect.load;

  return {
    sql,
    stamp: () => hybridClock.next(),
    async insert({ table, primaryKey, columns, source, values }) {
      const stamp = await stampAfterLog(parts);
      const names = Object.keys(columns);
      const members = names.map((name) => `'${name}', ${columns[name] ?? "NULL"}`).join(", ");
      await database.write(
        `${logText} SELECT ?, ?, ${columns[primaryKey] ?? "NULL"}, 'insert', 1, ?, JSON_OBJECT(${members}) FROM ${source.text}`,
        [node, table, stamp, ...values, ...source.values],
      );
      return insertRows({ database, node }, { table, primaryKey, columns, source, values }, stamp);
    },
    async insertOfOwners({ owners: { key, rows, source }, ...owned }) {
      const stamp = await stampAfterLog(parts);
      await database.write(`${logText} SELECT ?, ?, ${key}, '${insertedTogether}', 1, ?, ${rows} FROM ${source.text}`, [
        ...[node, owned.table, stamp],
        ...source.values,
      ]);
      return insertRows({ database, node }, owned, stamp);
    },
    async update({ table, primaryKey, columns, changes, from, where }) {
      const stamp = await stampAfterLog(parts);
      await database.write(
        `${logText} SELECT ?, ?, t.\`${primaryKey}\`, 'update', t.\`version\` + 1, ?, ${changes} ` +
          `FROM \`${table}\` t, ${from} WHERE ${where.text}`,
        [node, table, stamp, ...where.values],
      );
      const stamps = Object.keys(columns).map(
        (name) => `'${name}', CASE WHEN ${sql.member(changes, name)} IS NOT NULL THEN ? END`,
      );
      const set: UpdateFrom["set"] = {
        _v: sql.merged("t.`_v`", sql.merged("'{}'", `JSON_OBJECT(${stamps.join(", ")})`)),
        ...columns,
        lastUpdatedModule: "?",
        lastUpdatedNode: "?",
        version: "t.`version` + 1",
      };
      return database.write(sql.updateFrom({ table, from, where: where.text, set }), [
        ...Object.keys(columns).map(() => stamp),
        currentModule(),
        node,
        ...where.values,
      ]);
    },
    updateOwn: (rows) => updateOwn(parts, rows),
    async remove(table, primaryKey, where) {
      const stamp = await stampAfterLog(parts);
      await database.write(
        `${logText} SELECT ?, ?, t.\`${primaryKey}\`, 'remove', t.\`version\` + 1, ?, '{}' FROM \`${table}\` t WHERE ${where.text}`,
        [node, table, stamp, ...where.values],
      );
      return database.write(`${database.dialect.deleteFrom(table)} WHERE ${where.text}`, where.values);
    },
  };
}

function insertRows(
  { database, node }: Pick<SetWriterParts, "database" | "node">,
  { table, primaryKey, columns, source, values }: SetInsert,
  stamp: string,
): Promise<number> {
  const list = Object.keys(columns).map((name) => `\`${name}\``);
  return database.write(
    `INSERT INTO \`${table}\` (${list.join(", ")}, \`lastUpdatedModule\`, \`lastUpdatedNode\`, \`version\`, \`_v\`) ` +
      `SELECT ${Object.values(columns).join(", ")}, ?, ?, 1, ? FROM ${source.text}`,
    [...values, currentModule(), node, stampsOf([primaryKey], stamp), ...source.values],
  );
}

/**
 * A stamp that is later than all in the log. What the writer of single rows has in its hands is written down before, and what it
 * remembers is forgotten.
 */
async function stampAfterLog(parts: SetWriterParts): Promise<string> {
  await parts.changeLog.flush();
  heldRows.clear();
  await observeLog(parts);
  return parts.hybridClock.next();
}

async function updateOwn(
  parts: SetWriterParts,
  { table, primaryKey, columns, values, where }: OwnUpdate,
): Promise<number> {
  const { database, node } = parts;
  const sql = database.dialect.load;
  const stamp = await stampAfterLog(parts);
  const names = Object.keys(columns);
  const members = names.map((name) => `'${name}', ${columns[name] ?? "NULL"}`);
  await database.write(
    `${logText} SELECT ?, ?, t.\`${primaryKey}\`, 'update', t.\`version\` + 1, ?, JSON_OBJECT(${members.join(", ")}) ` +
      `FROM \`${table}\` t WHERE ${where.text}`,
    [node, table, stamp, ...values, ...where.values],
  );
  const set = names.map((name) => `\`${name}\` = ${columns[name] ?? "NULL"}`);
  return database.write(
    `UPDATE \`${table}\` AS t SET \`_v\` = ${sql.merged("t.`_v`", "?")}, \`lastUpdatedModule\` = ?, \`lastUpdatedNode\` = ?, ` +
      `\`version\` = t.\`version\` + 1, ${set.join(", ")} WHERE ${where.text}`,
    [stampsOf(names, stamp), currentModule(), node, ...values, ...where.values],
  );
}

function stampsOf(names: readonly string[], stamp: string): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, stamp])));
}
