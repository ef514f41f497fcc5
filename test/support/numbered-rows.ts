import type { Database } from "#store/database.ts";

import { suiteDialect } from "./database.ts";

const stamps = { lastUpdatedModule: "'load'", lastUpdatedNode: "'node1'", version: "1", _v: "'{}'" };

/** Returns the key of a row by its kind, a hexadecimal digit, and its number. */
export const numberedKey = (kind: string, number: number): string =>
  `00000000-000${kind}-4000-8000-${number.toString(16).padStart(12, "0")}`;

/** Expressions of SQL from which the columns of numbered rows are made. */
export const numberedSql = {
  /** Returns the key of a row as `numberedKey` does. */
  key: (kind: string, number: string): string =>
    onServer()
      ? `CONCAT('00000000-000${kind}-4000-8000-', LPAD(LOWER(HEX(${number})), 12, '0'))`
      : `printf('00000000-000${kind}-4000-8000-%012x', ${number})`,
  text: (...parts: readonly string[]): string => (onServer() ? `CONCAT(${parts.join(", ")})` : parts.join(" || ")),
  /** Returns the whole part of a number. */
  whole: (number: string): string => (onServer() ? `FLOOR(${number})` : `CAST(${number} AS INTEGER)`),
};

/**
 * Adds rows to a table by one statement; the expressions of their columns read the number of the row as `i`. Such rows have no row in the
 * change log, so nothing watches them.
 */
export async function addNumberedRows(
  database: Database,
  table: string,
  { count, columns }: { readonly count: number; readonly columns: Readonly<Record<string, string>> },
): Promise<void> {
  const all = { ...columns, ...stamps };
  const { length } = String(count);
  const number = Array.from({ length }, (_, place) => `d${place}.n * ${10 ** place}`).join(" + ");
  const digits = Array.from({ length }, (_, place) => `digits d${place}`).join(", ");
  const names = Object.keys(all).map((name) => `\`${name}\``);
  await database.transactions.run(async () => {
    await database.write(`DROP TRIGGER IF EXISTS \`${table}_INSERT\``);
    await database.write(
      `INSERT INTO \`${table}\` (${names.join(", ")}) ` +
        "WITH RECURSIVE digits(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM digits WHERE n < 9) " +
        `SELECT ${Object.values(all).join(", ")} FROM (SELECT ${number} AS i FROM ${digits} WHERE ${number} < ${count}) x`,
    );
  });
}

/** Counts the rows of tables for the plans of MariaDB, which it would otherwise do some time later. */
export async function analyzeTables(database: Database, tables: readonly string[]): Promise<void> {
  if (onServer()) await database.read(`ANALYZE TABLE ${tables.map((table) => `\`${table}\``).join(", ")}`);
}

function onServer(): boolean {
  return suiteDialect() === "mariadb";
}
