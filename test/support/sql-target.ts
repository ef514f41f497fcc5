import { randomBytes } from "node:crypto";

import { createConnection } from "mysql2/promise";

import type { KitTarget } from "#connectors/contract/index.ts";

import { startMariaDb } from "./mariadb.ts";
import { startPostgreSql, type TestPostgreSql } from "./postgresql.ts";

/** A target on whose server a test can run statements. */
export interface SqlTarget extends KitTarget {
  readonly address: { readonly product: "mariadb" | "postgresql"; readonly host: string; readonly port: number };
  /** Runs one statement as the server's own superuser. */
  query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

const failuresMax = 5;

/** Starts a MariaDB that checks the strength of passwords and locks after failures, with further arguments of the server. */
export async function startMariaDbTarget(more: readonly string[] = []): Promise<SqlTarget> {
  const server = await startMariaDb([
    "--plugin-load-add=simple_password_check.so",
    `--max-password-errors=${failuresMax}`,
    ...more,
  ]);
  const secret = `Aa1-${randomBytes(12).toString("hex")}`;
  const query = async (text: string) => {
    const connection = await createConnection({ socketPath: server.socket, user: "root" });
    try {
      const [rows] = await connection.query(text);
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [];
    } finally {
      await connection.end();
    }
  };
  await query(`CREATE USER iam@'127.0.0.1' IDENTIFIED BY '${secret}'`);
  await query("GRANT ALL PRIVILEGES ON *.* TO iam@'127.0.0.1' WITH GRANT OPTION");
  return {
    address: { product: "mariadb", host: "127.0.0.1", port: server.port },
    credentials: [{ role: "admin", login: "iam", secret }],
    samples: { moreThanSchema: true, weakPassword: "abc12", failuresMax, loginNeedsConnection: true },
    query,
    stop: () => server.stop(),
  };
}

/** Starts a PostgreSQL that checks the strength of passwords and logs every statement. */
export async function startPostgreSqlTarget(): Promise<SqlTarget & Pick<TestPostgreSql, "readLog">> {
  const { port, admin, query, readLog, stop } = await startPostgreSql({ settings: ["log_statement=all"] });
  return {
    address: {
      product: "postgresql",
      host: "127.0.0.1",
      port,
    },
    credentials: [
      {
        role: "admin",
        login: admin.login,
        secret: admin.password,
      },
    ],
    samples: {
      moreThanSchema: true,
      weakPassword: "abc12",
      loginNeedsConnection: true,
    },
    query,
    readLog,
    stop,
  };
}
