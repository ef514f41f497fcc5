import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { requireProgram } from "./programs.ts";

const debianPackage = "mariadb-client";
/** Rows too, for migrations write some; and triggers, which come by themselves. */
const dumpOptions = ["--single-transaction", "--skip-comments", "--skip-add-drop-table", "--no-tablespaces"];
const dumpBytesMax = 64 * 1024 ** 2;

/** All tables, views, triggers and rows of a MariaDB database, as statements that make them in an empty one. */
export async function dumpDatabase(databaseUrl: string): Promise<string> {
  const call = [...reach(databaseUrl), ...dumpOptions, nameOf(databaseUrl)];
  const program = requireProgram("mariadb-dump", debianPackage);
  return (await promisify(execFile)(program, call, { env: withPassword(databaseUrl), maxBuffer: dumpBytesMax })).stdout;
}

/** Carries the statements of a dump out in an empty database. */
export async function loadDump(databaseUrl: string, dump: string): Promise<void> {
  const call = [...reach(databaseUrl), nameOf(databaseUrl)];
  const loading = promisify(execFile)(requireProgram("mariadb", debianPackage), call, {
    env: withPassword(databaseUrl),
  });
  // It reads no further when a statement has failed, and says why by its exit.
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

// Not among the arguments, which everybody on the machine can read.
function withPassword(databaseUrl: string): NodeJS.ProcessEnv {
  return { ...process.env, MYSQL_PWD: decodeURIComponent(new URL(databaseUrl).password) };
}

const nameOf = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1);
