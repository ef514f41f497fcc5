import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

import { Client } from "pg";

import { freePort } from "#platform/processes/free-port.ts";
import { stopProcess } from "#platform/processes/process.ts";

import { makeCertificate } from "./certificate.ts";
import { requireProgram } from "./programs.ts";

/** A PostgreSQL server of a test. */
export interface TestPostgreSql {
  readonly port: number;
  /** Credentials of a superuser. */
  readonly admin: { readonly login: string; readonly password: string };
  /** PEM text of its certificate, if it has one. */
  readonly ca?: string;
  /** Runs statements as the superuser. */
  query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Returns the server's log so far. */
  readLog(): string;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

const debianPackage = "postgresql-15";
const readyWithinMs = 60_000;
// PostgreSQL refuses to run as root.
const serverUser = "postgres";

/** Options of a test's server. */
export interface PostgreSqlOptions {
  /** Further settings, each as `name=value`. */
  readonly settings?: readonly string[];
  /** True to encrypt with a certificate of its own for localhost. */
  readonly tls?: boolean;
}

/**
 * Starts a real PostgreSQL server with the module passwordcheck on a free port of 127.0.0.1, with its data in a folder of its own.
 * @throws Error naming the Debian package if it is absent
 */
export async function startPostgreSql({ settings = [], tls = false }: PostgreSqlOptions = {}): Promise<TestPostgreSql> {
  const folder = mkdtempSync(join(tmpdir(), "gh-postgresql-"));
  const data = join(folder, "data");
  const admin = { login: "iam", password: randomBytes(18).toString("base64url") };
  const port = await freePort();
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, admin.password, { mode: 0o600 });
  for (const path of [folder, passwordFile]) give(path);
  const initialize = ["-D", data, "-U", admin.login, `--pwfile=${passwordFile}`, "-A", "scram-sha-256", "-E", "UTF8"];
  await promisify(execFile)(...asServerUser("initdb", [...initialize, "--no-sync"]), { cwd: folder });
  const logFile = join(folder, "log");
  const output = openSync(logFile, "a");
  const certificate = tls ? await makeCertificate(folder) : undefined;
  if (certificate) for (const path of Object.values(certificate)) give(path);
  const own = ["listen_addresses=127.0.0.1", `port=${port}`, `unix_socket_directories=${folder}`, "fsync=off"];
  const encrypted = certificate
    ? ["ssl=on", `ssl_cert_file=${certificate.certificate}`, `ssl_key_file=${certificate.key}`]
    : [];
  const all = [...own, "shared_preload_libraries=passwordcheck", ...encrypted, ...settings];
  const [program, list] = asServerUser("postgres", ["-D", data, ...all.flatMap((setting) => ["-c", setting])]);
  const child = spawn(program, list, { cwd: folder, stdio: ["ignore", output, output] });
  closeSync(output);
  const query = async (text: string) => {
    const client = new Client({
      host: "127.0.0.1",
      port,
      user: admin.login,
      password: admin.password,
      database: "postgres",
    });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows ?? [];
    } finally {
      await client.end();
    }
  };
  const readLog = () => readFileSync(logFile, "utf8");
  const stop = async () => {
    // The fast way: SIGTERM would wait for every client.
    if (child.exitCode === null) child.kill("SIGINT");
    await stopProcess(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilItAnswers(child, query, readLog);
  } catch (error) {
    await stop();
    throw error;
  }
  const ca = certificate && readFileSync(certificate.certificate, "utf8");
  return { port, admin, ...(ca !== undefined && { ca }), query, readLog, stop };
}

function asServerUser(program: string, list: readonly string[]): [string, string[]] {
  const path = requireProgram(program, debianPackage);
  if (process.getuid?.() !== 0) return [path, [...list]];
  const identity = [`--reuid=${serverUser}`, `--regid=${serverUser}`, "--clear-groups"];
  return [requireProgram("setpriv", "util-linux"), [...identity, path, ...list]];
}

function give(path: string): void {
  if (process.getuid?.() !== 0) return;
  const id = (option: string) => Number(execFileSync("id", [option, serverUser], { encoding: "utf8" }));
  chownSync(path, id("-u"), id("-g"));
}

async function untilItAnswers(
  child: ChildProcess,
  query: TestPostgreSql["query"],
  readLog: () => string,
): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  for (;;) {
    try {
      await query("SELECT 1");
      return;
    } catch (cause) {
      const words = () => readLog().trim().split("\n").slice(-5).join("\n");
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended at once:\n${words()}`, { cause });
      if (performance.now() > deadline) throw new Error(`PostgreSQL does not answer:\n${words()}`, { cause });
      await sleep(50);
    }
  }
}
