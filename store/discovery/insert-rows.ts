import type { Database } from "../database.ts";
import type { SqlValue } from "../sql/sql.ts";

/** Rows to insert: the names of their columns, and the values of all rows one after the other. */
export interface InsertedRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly values: readonly SqlValue[];
}

// Few sizes make few texts, so that each is prepared once.
const rowsOfStatement = [64, 8, 1] as const;

/** Inserts rows, many of them by one statement, in the current transaction; a row of the same key is replaced. */
export async function insertRows(database: Database, { table, columns, values }: InsertedRows): Promise<void> {
  const width = columns.length;
  const names = columns.map((name) => `\`${name}\``).join(", ");
  const row = `(${columns.map(() => "?").join(", ")})`;
  let from = 0;
  for (const rows of rowsOfStatement) {
    const text = `REPLACE INTO \`${table}\` (${names}) VALUES ${Array.from({ length: rows }, () => row).join(", ")}`;
    for (const size = rows * width; from + size <= values.length; from += size)
      await database.write(text, values.slice(from, from + size));
  }
}
