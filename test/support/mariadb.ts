import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

import { type Connection, createConnection } from "mysql2/promise";

import { freePort } from "#platform/processes/free-port.ts";
import { endGuard, guarded } from "#platform/processes/guarded-program.ts";
import { stopProcess } from "#platform/processes/process.ts";

import { requireProgram } from "./programs.ts";

/** A MariaDB server of a test. */
export interface TestMariaDb {
  /** Address of an empty database named gatehouse: mariadb://user:password@127.0.0.1:port/gatehouse. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Unix socket, on which root needs no password. */
  readonly socket: string;
  /** Makes an empty database (an existing one of that name is dropped first) and returns its address. */
  freshDatabase(name: string): Promise<string>;
  /** Runs a statement as root, such as one that changes the server's settings. */
  query(statement: string): Promise<void>;
  /** Ends the server and keeps its data, as an outage does. */
  interrupt(): Promise<void>;
  /** Starts the server again on the same port and data. */
  resume(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

const readyWithinMs = 60_000;
const user = "gatehouse";

interface Place {
  readonly folder: string;
  readonly socket: string;
  readonly port: number;
  /** Further arguments of the server. */
  readonly more: readonly string[];
}

/** Starts a real MariaDB server on a free port of 127.0.0.1 with its data in a folder of its own. */
export async function startMariaDb(more: readonly string[] = []): Promise<TestMariaDb> {
  // A unix socket's path is limited to about 100 characters, so the folder's name is short.
  const folder = mkdtempSync(join(tmpdir(), "gh-mariadb-"));
  const place: Place = { folder, socket: join(folder, "socket"), port: await freePort(), more };
  // With all kinds of characters, for a server that checks the strength of passwords.
  const password = `Aa1-${randomBytes(12).toString("hex")}`;
  await install(place);
  let child = await start(place);
  await asRoot(place, async (connection) => {
    await connection.query("CREATE USER ?@'127.0.0.1' IDENTIFIED BY ?", [user, password]);
    await connection.query("GRANT ALL PRIVILEGES ON *.* TO ?@'127.0.0.1'", [user]);
  });
  const freshDatabase = async (name: string) => {
    await asRoot(place, async (connection) => {
      await connection.query("DROP DATABASE IF EXISTS ??", [name]);
      await connection.query("CREATE DATABASE ?? CHARACTER SET utf8mb4", [name]);
    });
    return `mariadb://${user}:${password}@127.0.0.1:${place.port}/${name}`;
  };
  return {
    url: await freshDatabase("gatehouse"),
    port: place.port,
    get pid() {
      return child.pid ?? 0;
    },
    socket: place.socket,
    freshDatabase,
    query: (statement) => asRoot(place, async (connection) => void (await connection.query(statement))),
    interrupt: () => stopProcess(child),
    resume: async () => {
      child = await start(place);
    },
    stop: async () => {
      await stopProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the option without which MariaDB refuses to run as root. */
function account(): string {
  return `--user=${userInfo().username}`;
}

async function install({ folder }: Place): Promise<void> {
  const program = requireProgram("mariadb-install-db", "mariadb-server");
  const options = ["--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve"];
  await promisify(execFile)(program, ["--no-defaults", account(), `--datadir=${join(folder, "data")}`, ...options]);
}

async function start(place: Place): Promise<ChildProcess> {
  const logFile = join(place.folder, "mariadbd.log");
  const output = openSync(logFile, "a");
  // It ignores Ctrl-C, and an aborted run ends nothing in order: the guard ends it with this process.
  const child = spawn(...guarded(requireProgram("mariadbd", "mariadb-server"), serverArguments(place)), {
    stdio: ["pipe", output, output],
    detached: true,
  });
  child.once("exit", () => endGuard(child));
  closeSync(output);
  try {
    await waitUntilReady(place, child, logFile);
    return child;
  } catch (error) {
    await stopProcess(child);
    throw error;
  }
}

function serverArguments({ folder, socket, port, more }: Place): string[] {
  return [
    "--no-defaults",
    account(),
    `--datadir=${join(folder, "data")}`,
    `--socket=${socket}`,
    `--port=${port}`,
    "--bind-address=127.0.0.1",
    "--skip-name-resolve",
    `--pid-file=${join(folder, "pid")}`,
    "--innodb-flush-log-at-trx-commit=1",
    "--innodb-buffer-pool-size=64M",
    "--performance-schema=off",
    "--max-connections=200",
    "--character-set-server=utf8mb4",
    ...more,
  ];
}

async function waitUntilReady(place: Place, child: ChildProcess, logFile: string): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  for (;;) {
    try {
      return await asRoot(place, async (connection) => void (await connection.query("SELECT 1")));
    } catch (cause) {
      const words = () => readFileSync(logFile, "utf8").trim().split("\n").slice(-5).join("\n");
      if (child.exitCode !== null) throw new Error(`MariaDB ended at once:\n${words()}`, { cause });
      if (performance.now() > deadline) throw new Error(`MariaDB does not answer:\n${words()}`, { cause });
      await sleep(50);
    }
  }
}

async function asRoot(place: Place, run: (connection: Connection) => Promise<void>): Promise<void> {
  const connection = await createConnection({ socketPath: place.socket, user: "root" });
  try {
    await run(connection);
  } finally {
    await connection.end();
  }
}
