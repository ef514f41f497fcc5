import type { Database } from "../database.ts";
import { columnsOf, encodeRow } from "../rows.ts";
import { fill } from "../sql/fill.ts";
import { boundValues, joinSql, name, raw, type Sql } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";

/** Rows of a table that are imagined in place of those with some values of a column. */
export interface ImaginedRows {
  readonly column: string;
  /** Values of the rows that are not there. */
  readonly values: readonly string[];
  /** Whole rows that are there instead. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Tables with imagined rows; all others are read as they are. */
export type Overlay = Readonly<Partial<Record<TableName, ImaginedRows>>>;

type Reading = Pick<Database, "dialect" | "read">;

/**
 * Returns reads of a database as if it had other rows in some tables. Nothing is written: each statement gets the imagined tables as
 * subqueries of the same names.
 * @throws TypeError for a statement that begins with a WITH of its own, or that is no SELECT
 */
export function readOverlaid({ dialect, read }: Reading, overlay: Overlay): Reading {
  const tables = Object.entries(overlay).map(
    ([table, imagined]) => [`\`${table}\``, imaginedTable(dialect, table as TableName, imagined)] as const,
  );
  return {
    dialect,
    read(text, values = []) {
      if (!text.startsWith("SELECT ")) throw new TypeError("only a SELECT can be read with imagined rows");
      const named = tables.filter(([table]) => text.includes(table));
      if (named.length === 0) return read(text, values);
      const all = joinSql(
        named.map(([, table]) => table),
        ", ",
      );
      return read(`WITH ${all.text} ${text}`, [...boundValues(all, []), ...values]);
    },
  };
}

/** Returns a table with imagined rows as a part of WITH. */
function imaginedTable(dialect: Reading["dialect"], table: TableName, { column, values, rows }: ImaginedRows): Sql {
  const columns = Object.entries(columnsOf(table));
  const names = joinSql(
    columns.map(([of]) => name(of)),
    ", ",
  );
  // Within its own subquery SQLite takes the bare name for the subquery, and MariaDB for the table.
  const base = raw(dialect.name === "sqlite" ? `main.\`${table}\`` : `\`${table}\``);
  const kept = values.length === 0 ? raw("1 = 1") : fill("NOT (?)", dialect.listed(name(column), values));
  const typed = columns.map(([of, { kind }]) => ({ name: of, type: isNumber(kind) ? "number" : "text" }) as const);
  const lists = rows.map((row) => {
    const encoded = encodeRow(table, row);
    return columns.map(([of]) => encoded[of] ?? null);
  });
  const imagined = fill(dialect.jsonRows(typed), JSON.stringify(lists));
  return fill(
    "? AS (SELECT ? FROM ? WHERE ? UNION ALL SELECT ? FROM ?)",
    raw(`\`${table}\``),
    names,
    base,
    kept,
    names,
    imagined,
  );
}

const isNumber = (kind: string) => kind === "integer" || kind === "time" || kind === "flag";
