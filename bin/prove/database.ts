import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { freePort } from "#platform/processes/free-port.ts";

import { findProgram } from "./find-program.ts";
import { startServer } from "./guarded-server.ts";
import { keepRunning, type Kept } from "./keep-running.ts";

/** Databases on which the promise can be proved. */
export const provedDatabases = ["sqlite", "mariadb"] as const;

/** A database on which the promise can be proved. */
export type ProvedDatabase = (typeof provedDatabases)[number];

/** Database of a proof. */
export interface ProofDatabase {
  readonly url: string;
  /** Server of the database; absent for a file. */
  readonly server?: Kept;
}

const databaseName = "gatehouse";
const passwordBytes = 12;
const packages = "mariadb-server";

/**
 * Creates the database of a proof in a folder: an SQLite file, or a MariaDB server of its own on a free port of 127.0.0.1.
 * @throws CliError if MariaDB is not installed
 */
export async function startDatabase(kind: ProvedDatabase, folder: string): Promise<ProofDatabase> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (kind === "sqlite") return { url: `sqlite:${join(folder, "gatehouse.db")}` };
  const [program, install] = [findProgram("mariadbd", packages), findProgram("mariadb-install-db", packages)];
  const own = ["--no-defaults", `--user=${userInfo().username}`, `--datadir=${join(folder, "data")}`];
  const set = ["--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve"];
  await promisify(execFile)(install, [...own, ...set]);
  const port = await freePort();
  const password = `Aa1-${randomBytes(passwordBytes).toString("hex")}`;
  const first = join(folder, "first.sql");
  writeFileSync(first, firstStatements(password), { mode: 0o600 });
  const parts = [
    ...own,
    `--socket=${join(folder, "socket")}`,
    `--port=${port}`,
    "--bind-address=127.0.0.1",
    "--skip-name-resolve",
    `--pid-file=${join(folder, "pid")}`,
    "--innodb-flush-log-at-trx-commit=1",
    "--innodb-buffer-pool-size=64M",
    "--performance-schema=off",
    "--max-connections=200",
    "--character-set-server=utf8mb4",
    `--init-file=${first}`,
  ];
  const server = keepRunning(() => startServer({ program, parts, port, logFile: join(folder, "mariadbd.log") }));
  await server.ready();
  return { url: `mariadb://${databaseName}:${password}@127.0.0.1:${port}/${databaseName}`, server };
}

/** Returns the statements that each start of the server runs. */
function firstStatements(password: string): string {
  return [
    `CREATE DATABASE IF NOT EXISTS ${databaseName} CHARACTER SET utf8mb4;`,
    `CREATE USER IF NOT EXISTS '${databaseName}'@'127.0.0.1' IDENTIFIED BY '${password}';`,
    `GRANT ALL PRIVILEGES ON ${databaseName}.* TO '${databaseName}'@'127.0.0.1';`,
  ].join("\n");
}
