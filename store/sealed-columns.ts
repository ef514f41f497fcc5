import type { Database } from "./database.ts";
import { keptAnswersSealed } from "./kept-answers.ts";
import { createReader } from "./reader.ts";
import { type Save, type TableName, tables } from "./tables.ts";
import type { Writer } from "./writer.ts";

/** A column in which sealed texts stand. */
export interface SealedColumn {
  readonly table: string;
  readonly primaryKey: string;
  readonly column: string;
}

/** A sealed column, and how one of its texts is exchanged. */
export interface ExchangedColumn extends SealedColumn {
  /** The text that a row has now, locked until the current transaction ends; null where there is none. */
  lock(key: string): Promise<string | null>;
  /** Puts another text into a row that is locked. */
  put(key: string, text: string): Promise<void>;
}

/** Every sealed column of the tables, and what else is sealed in the database. */
export const sealedColumns: readonly SealedColumn[] = [
  ...Object.entries(tables).flatMap(([table, { primaryKey, columns }]) =>
    Object.entries(columns)
      .filter(([, { kind }]) => kind === "sealed")
      .map(([column]) => ({ table, primaryKey, column })),
  ),
  keptAnswersSealed,
];

/** Makes the sealed columns of a database; texts in tables are exchanged by the one writer. */
export function exchangedColumns(database: Database, writer: Writer): readonly ExchangedColumn[] {
  const reader = createReader(database);
  return sealedColumns.map((sealed) => {
    const { table, primaryKey, column } = sealed;
    if (sealed === keptAnswersSealed) return { ...sealed, ...ofMachinery(database, sealed) };
    const name = table as TableName;
    return {
      ...sealed,
      lock: async (key) => {
        const row: Readonly<Record<string, unknown>> | undefined = await reader.lock(name, key);
        return (row?.[column] as string | null | undefined) ?? null;
      },
      put: async (key, text) => {
        await writer.save(name, { [primaryKey]: key, [column]: text } as Save<TableName>);
      },
    };
  });
}

/** What is no table of the record has no stamps and no change log. */
function ofMachinery(database: Database, { table, primaryKey, column }: SealedColumn) {
  const where = `WHERE \`${primaryKey}\` = ?`;
  return {
    async lock(key: string): Promise<string | null> {
      const text = `SELECT \`${column}\` FROM \`${table}\` ${where}${database.dialect.forUpdate}`;
      const [row] = await database.read(text, [key]);
      return (row?.[column] as string | null | undefined) ?? null;
    },
    async put(key: string, text: string): Promise<void> {
      await database.write(`UPDATE \`${table}\` SET \`${column}\` = ? ${where}`, [text, key]);
    },
  };
}
