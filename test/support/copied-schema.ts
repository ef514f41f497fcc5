import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { requireProgram } from "./programs.ts";

const debianPackage = "mariadb-client";
/** Options of a dump with rows, because migrations write some. Triggers are dumped by default. */
const dumpOptions = ["--single-transaction", "--skip-comments", "--skip-add-drop-table", "--no-tablespaces"];
const dumpBytesMax = 64 * 1024 ** 2;

/** Returns all tables, views, triggers and rows of a MariaDB database, as statements that create them in an empty one. */
export async function dumpDatabase(databaseUrl: string): Promise<string> {
  const call = [...reach(databaseUrl), ...dumpOptions, nameOf(databaseUrl)];
  const program = requireProgram("mariadb-dump", debianPackage);
  return (await promisify(execFile)(program, call, { env: withPassword(databaseUrl), maxBuffer: dumpBytesMax })).stdout;
}

/** Runs the statements of a dump in an empty database. */
export async function loadDump(databaseUrl: string, dump: string): Promise<void> {
  const call = [...reach(databaseUrl), nameOf(databaseUrl)];
  const loading = promisify(execFile)(requireProgram("mariadb", debianPackage), call, {
    env: withPassword(databaseUrl),
  });
  // The program stops reading after a failed statement, and its exit says why.
  loading.child.stdin?.on("error", () => undefined).end(dump);
  await loading;
}

function reach(databaseUrl: string): string[] {
  const { hostname, port, username } = new URL(databaseUrl);
  return [
    "--no-defaults",
    `--host=${hostname}`,
    `--port=${port}`,
    `--user=${decodeURIComponent(username)}`,
    "--default-character-set=utf8mb4",
  ];
}

// Not among the arguments, which every user of the machine can read.
function withPassword(databaseUrl: string): NodeJS.ProcessEnv {
  return { ...process.env, MYSQL_PWD: decodeURIComponent(new URL(databaseUrl).password) };
}

const nameOf = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1);
