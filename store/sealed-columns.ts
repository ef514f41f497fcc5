import type { Database } from "./database.ts";
import { keptAnswersSealed } from "./kept-answers.ts";
import { createReader } from "./reader.ts";
import { type Save, type TableName, tables } from "./tables.ts";
import type { Writer } from "./writer.ts";

/** A column of sealed texts. */
export interface SealedColumn {
  readonly table: string;
  readonly primaryKey: string;
  readonly column: string;
}

/** A sealed column with the means to exchange one of its texts. */
export interface ExchangedColumn extends SealedColumn {
  /** Returns the text that a row has now, locked until the current transaction ends; null if there is none. */
  lock(key: string): Promise<string | null>;
  /** Writes another text into a row that is locked. */
  put(key: string, text: string): Promise<void>;
}

/** Sealed columns of all tables, and the other sealed columns of the database. */
export const sealedColumns: readonly SealedColumn[] = [
  ...Object.entries(tables).flatMap(([table, { primaryKey, columns }]) =>
    Object.entries(columns)
      .filter(([, { kind }]) => kind === "sealed")
      .map(([column]) => ({ table, primaryKey, column })),
  ),
  keptAnswersSealed,
];

/** Makes the sealed columns of a database; the one writer exchanges the texts in tables. */
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

/** Returns the means for a column outside the tables of the record, which has no stamps and no change log. */
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
