import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../support/database.ts";
import { type GatehouseProcess, runGatehouse, startGatehouse } from "../support/gatehouse.ts";
import { pidNamespace } from "../support/pid-namespace.ts";
import { childrenOf, descendantsOf, untilGone } from "../support/process-tree.ts";

let folder = "";
let database: TestDatabase;
const started: GatehouseProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-start-"));
  database = await testDatabase(folder);
});
afterEach(async () => {
  for (const { child } of started.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});

function up(...options: string[]): GatehouseProcess {
  return upWithin([], ...options);
}

function upWithin(within: readonly string[], ...options: string[]): GatehouseProcess {
  const env = { GATEHOUSE_DATA: join(folder, "data"), DATABASE_URL: database.url, HTTP_PORT: "0" };
  const running = startGatehouse(["up", ...options], { env, within });
  started.push(running);
  return running;
}

function directory(): { name: string; attributes: string }[] {
  const file = new Database(join(folder, "data", "sqlite", "directory.db"), { readonly: true });
  try {
    return file.prepare("SELECT name, attributes FROM accounts ORDER BY id").all() as {
      name: string;
      attributes: string;
    }[];
  } finally {
    file.close();
  }
}

const isApi = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("\0api\0");

test("a first start shows the superuser's password once and the sample request complete, and ends with 0", async () => {
  const first = up("--sample", "--exit");
  expect(await first.ended(), first.output()).toBe(0);
  const output = first.output();
  expect(output.match(/superuser is 'admin', password: \S+/g)).toHaveLength(1);
  for (const words of [
    "200 people",
    "must be decided by",
    "approves phase 1",
    "approves phase 2",
    "(send 1)",
    "C completed",
    "in target",
    "backup on TIMESHEETS can be borrowed",
  ]) {
    expect(output).toContain(words);
  }
  expect(directory()).toHaveLength(1);
  expect(directory()[0]?.attributes).toContain("@example.test");
});

test("whatever was written is for its owner alone: databases, logs, keys, and the files of the engine", () => {
  const data = join(folder, "data");
  const paths = [".", ...readdirSync(data, { recursive: true, encoding: "utf8" })];
  expect(paths).toEqual(expect.arrayContaining(["keys.json", join("log", "api.log"), join("temporal", "temporal.db")]));
  const open = paths.filter((path) => (statSync(join(data, path)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
});

test("a data folder that others can enter is refused in one line, with the way out", async () => {
  const data = join(folder, "open");
  mkdirSync(data);
  chmodSync(data, 0o755);
  const refused = startGatehouse(["up"], { env: { GATEHOUSE_DATA: data, HTTP_PORT: "0" } });
  started.push(refused);
  expect(await refused.ended(), refused.output()).toBe(1);
  expect(refused.output()).toBe(`gatehouse: ${data} can be entered by others than its owner. Run: chmod 700 ${data}\n`);
});

test("a second start keeps the data, takes the next person, and shows no password", async () => {
  const before = directory();
  const startedMs = performance.now();
  const second = up("--sample", "--exit");
  expect(await second.ended(), second.output()).toBe(0);
  console.log(`second start: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  expect(second.output()).not.toMatch(/password:/);
  expect(second.output()).toContain("up to date");
  expect(second.output()).toContain("backup on TIMESHEETS can be borrowed");
  const after = directory();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after).toHaveLength(before.length + 1);
});

test("it serves until Ctrl-C, which ends every process it has started; a second one on the folder is refused meanwhile, in another container too", async () => {
  const running = up();
  const [, address = ""] = await running.until(/REST API\s+(\S+)\/v2/);
  expect((await fetch(`${address}/ready`)).status).toBe(200);
  const lock = join(folder, "data", "up.lock");
  expect(readFileSync(`${lock}.holder`, "utf8")).toContain(`"pid":${running.pid},`);
  // As a container writes it: its first process, under a number that means another process, or none, elsewhere.
  const noted = { pid: 1, host: "a-container", since: "2030-01-01T00:00:00.000Z" };
  writeFileSync(`${lock}.holder`, JSON.stringify(noted));
  const other = upWithin(pidNamespace() ?? []);
  expect(await other.ended()).toBe(1);
  expect(other.output()).toBe(
    `gatehouse: Another 'gatehouse up' or 'gatehouse restore' works in '${join(folder, "data")}': process 1 on 'a-container' since ${noted.since} holds the lock ${lock}. End it, or set GATEHOUSE_DATA and HTTP_PORT.\n`,
  );
  const children = descendantsOf(running.pid);
  expect(children.length).toBeGreaterThanOrEqual(5);
  running.child.kill("SIGINT");
  expect(await running.ended(), running.output()).toBe(0);
  expect(running.output()).toContain("Everything has stopped");
  expect(await untilGone(children)).toEqual([]);
});

test("a child that is killed is started again; when the supervisor itself is killed no child outlives it", async () => {
  const running = up();
  const [, address = ""] = await running.until(/REST API\s+(\S+)\/v2/);
  const api = childrenOf(running.pid).find(isApi);
  process.kill(api ?? 0, "SIGKILL");
  await expect
    .poll(() =>
      fetch(`${address}/ready`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  const children = descendantsOf(running.pid);
  running.child.kill("SIGKILL");
  await running.ended();
  expect(await untilGone(children)).toEqual([]);
});

test("a reload replaces API, hub and proxy while calls are answered; SIGTERM first says in /ready that it ends", async () => {
  const env = { GATEHOUSE_DATA: join(folder, "data"), DATABASE_URL: database.url };
  const running = startGatehouse(["up"], { env: { ...env, HTTP_PORT: "0", LAME_DUCK_SECONDS: "3" } });
  started.push(running);
  const [, address = ""] = await running.until(/REST API\s+(\S+)\/v2/);
  await running.until(/Ctrl-C stops everything/);
  const status = (path: string) =>
    fetch(`${address}${path}`).then(
      (answer) => answer.status,
      (error: Error) => String(error.cause),
    );
  // The one that answers is the child of the one that holds its socket; the engine has processes of its own.
  const processes = () => childrenOf(running.pid).flatMap((pid) => [pid, ...(isApi(pid) ? childrenOf(pid) : [])]);
  const before = processes();
  const seen = new Set<number | string>();
  let calls = 0;
  const over = new AbortController();
  const calling = Promise.all(
    [0, 1, 2].map(async () => {
      for (; !over.signal.aborted; calls += 1) seen.add(await status("/health"));
    }),
  );
  const reloaded = await runGatehouse(["reload"], { env });
  expect([reloaded.code, reloaded.output]).toEqual([0, "API, hub and proxy run in new processes.\n"]);
  over.abort();
  await calling;
  console.log(`${calls} calls during the reload of up`);
  expect([...seen]).toEqual([200]);
  const after = processes();
  // The holder of the socket and the engine are the same.
  expect([after.length, after.filter((pid) => !before.includes(pid)).length]).toEqual([5, 3]);
  writeFileSync(join(folder, "data", "gatehouse.env"), "TEMPORAL_PORT=7999\n", { mode: 0o600 });
  const refused = await runGatehouse(["reload"], { env });
  rmSync(join(folder, "data", "gatehouse.env"));
  expect([refused.code, refused.output]).toEqual([
    1,
    "gatehouse: A reload cannot change TEMPORAL_PORT. Stop 'gatehouse up' and start it again.\n",
  ]);
  running.child.kill("SIGTERM");
  await expect.poll(() => status("/ready"), { interval: 50 }).toBe(503);
  expect(await status("/health")).toBe(200);
  expect(await running.ended(), running.output()).toBe(0);
});

test("a key ring of another database is refused before anybody waits for the port of an earlier engine", async () => {
  const stranger = createServer().listen(0, "127.0.0.1");
  await once(stranger, "listening");
  const data = join(folder, "foreign");
  mkdirSync(join(data, "temporal"), { recursive: true, mode: 0o700 });
  writeFileSync(join(data, "temporal", "port"), String((stranger.address() as AddressInfo).port));
  const refused = startGatehouse(["up"], { env: { GATEHOUSE_DATA: data, DATABASE_URL: database.url, HTTP_PORT: "0" } });
  started.push(refused);
  expect(await refused.ended(), refused.output()).toBe(1);
  expect(refused.output()).toMatch(/key/);
  // The message that follows the wait.
  expect(refused.output()).not.toContain("is taken");
  stranger.close();
});

test("a port that is taken is named in one line, with the way out", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const env = { GATEHOUSE_DATA: join(folder, "data"), DATABASE_URL: database.url, HTTP_PORT: String(port) };
  const refused = startGatehouse(["up"], { env });
  started.push(refused);
  expect(await refused.ended(), refused.output()).toBe(1);
  expect(refused.output()).toContain(`gatehouse: Port ${port} is taken by another program.`);
  server.close();
});
