import type { Database } from "#store/database.ts";

/** A column as the database itself shows it. */
export interface ShownColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
}

/** An index as the database itself shows it. */
export interface ShownIndex {
  readonly unique: boolean;
  readonly columns: readonly string[];
}

const columnTexts = {
  sqlite: "SELECT `name`, `type`, `notnull` = 0 AS `nullable` FROM pragma_table_info(?)",
  mariadb:
    "SELECT COLUMN_NAME AS `name`, COLUMN_TYPE AS `type`, IS_NULLABLE = 'YES' AS `nullable` FROM information_schema.COLUMNS " +
    "WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?",
} as const;

const indexTexts = {
  sqlite:
    "SELECT l.`name` AS `index`, l.`unique`, i.`name` AS `column` FROM pragma_index_list(?) l JOIN pragma_index_info(l.`name`) i " +
    "ORDER BY l.`name`, i.`seqno`",
  mariadb:
    "SELECT INDEX_NAME AS `index`, NON_UNIQUE = 0 AS `unique`, COLUMN_NAME AS `column` FROM information_schema.STATISTICS " +
    "WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? ORDER BY INDEX_NAME, SEQ_IN_INDEX",
} as const;

/** Returns the columns of a table or view. */
export async function shownColumns(database: Database, table: string): Promise<readonly ShownColumn[]> {
  const rows = await database.read(columnTexts[database.dialect.name], [table]);
  return rows.map(({ name, type, nullable }) => ({
    name: String(name),
    type: String(type),
    nullable: Number(nullable) === 1,
  }));
}

/** Returns the indexes of a table, with that of the primary key if the database shows it. */
export async function shownIndexes(database: Database, table: string): Promise<readonly ShownIndex[]> {
  const rows = await database.read(indexTexts[database.dialect.name], [table]);
  return [...Map.groupBy(rows, (row) => row["index"]).values()].map((parts) => ({
    unique: Number(parts[0]?.["unique"]) === 1,
    columns: parts.map((row) => String(row["column"])),
  }));
}
