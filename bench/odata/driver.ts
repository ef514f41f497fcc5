import Database from "better-sqlite3";
import { createPool } from "mysql2/promise";

/** A row as the driver returns it. */
export type DriverRow = Readonly<Record<string, unknown>>;

/** Plain driver of a database, without any layer around it. */
export interface Driver {
  all(sql: string, values?: readonly (string | number)[]): Promise<DriverRow[]> | DriverRow[];
  insert(table: string, rows: readonly Readonly<Record<string, string | number | null>>[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens the driver for a database URL. */
export async function openDriver(databaseUrl: string): Promise<Driver> {
  return databaseUrl.startsWith("sqlite:") ? sqlite(databaseUrl.slice("sqlite:".length)) : mariadb(databaseUrl);
}

function sqlite(file: string): Driver {
  const database = new Database(file);
  const prepared = new Map<string, Database.Statement>();
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  return {
    all: (sql, values = []) => statement(sql).all(...values) as DriverRow[],
    async insert(table, rows) {
      const insert = statement(insertText(table, Object.keys(rows[0] ?? {}), 1));
      database.transaction(() => {
        for (const row of rows) insert.run(...Object.values(row));
      })();
    },
    close: async () => void database.close(),
  };
}

function mariadb(databaseUrl: string): Driver {
  const pool = createPool({ uri: databaseUrl.replace(/^mariadb:/, "mysql:"), connectionLimit: 10 });
  return {
    async all(sql, values = []) {
      const [rows] = await pool.execute(sql, [...values]);
      return rows as DriverRow[];
    },
    async insert(table, rows) {
      const columns = Object.keys(rows[0] ?? {});
      await pool.query(
        insertText(table, columns, rows.length),
        rows.flatMap((row) => Object.values(row)),
      );
    },
    close: () => pool.end(),
  };
}

function insertText(table: string, columns: readonly string[], rows: number): string {
  const row = `(${columns.map(() => "?").join(", ")})`;
  const names = columns.map((name) => `\`${name}\``).join(", ");
  return `INSERT INTO \`${table}\` (${names}) VALUES ${Array.from({ length: rows }, () => row).join(", ")}`;
}
