import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync, readFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createLogger } from "../logs/log.ts";
import { freePort } from "../processes/free-port.ts";
import { isDatabaseOpen } from "../processes/kernel-lock.ts";
import { processesWith } from "../processes/process-identity.ts";
import { isRunning } from "../processes/process.ts";
import { readSettings } from "../settings/settings.ts";
import { findTemporal } from "./temporal-binary.ts";
import { startTemporalServer } from "./temporal-server.ts";
import { connectTemporal } from "./temporal.ts";
import { waitForTemporal } from "./wait-for-temporal.ts";

const log = createLogger({ module: "test", level: "silent" });
let dataFolder: string;

beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "gatehouse-temporal-"));
});
afterAll(() => rmSync(dataFolder, { recursive: true }));

test("starts, answers a client that was made before, keeps workflows over a restart, and ends without a trace", async () => {
  const first = await startTemporalServer({ dataFolder, log });
  const port = Number(first.address.split(":")[1]);
  const client = await connectTemporal(readSettings({ TEMPORAL_ADDRESS: first.address }));
  await client.workflow.start("nothing", { taskQueue: "nobody", workflowId: "w1" });
  await first.stop();
  await first.exited;
  expect(isRunning(first.pid)).toBe(false);
  expect(existsSync(join(dataFolder, "temporal.lock.holder"))).toBe(false);

  const second = await startTemporalServer({ dataFolder, log, port });
  expect((await client.workflow.getHandle("w1").describe()).status.name).toBe("RUNNING");
  await client.connection.close();
  await second.stop();
});

test("a server that somebody has left behind is ended before the next start, noted or not; another process is not", async () => {
  const port = await freePort();
  const database = join(dataFolder, "temporal.db");
  const parts = ["server", "start-dev", "--headless", "--port", String(port), "--db-filename", database];
  const orphan = spawn(await findTemporal(), parts, { stdio: "ignore" });
  // The note of who was killed, whose number another process has by now.
  const note = JSON.stringify({ pid: process.ppid, host: "here", since: "2030-01-01T00:00:00.000Z" });
  writeFileSync(join(dataFolder, "temporal.lock.holder"), note);
  await waitForTemporal(`127.0.0.1:${port}`, 30_000);
  const next = await startTemporalServer({ dataFolder, log, port });
  expect([orphan.exitCode, orphan.signalCode]).not.toEqual([null, null]);
  expect(isRunning(process.ppid)).toBe(true);
  expect(readFileSync(join(dataFolder, "temporal.lock.holder"), "utf8")).toContain(`"pid":${process.pid},`);
  await next.stop();
});

test("a server that cannot be seen, as in another container, is known by its database, and waited for until it has closed that", async () => {
  const folder = mkdtempSync(join(dataFolder, "unseen-"));
  const database = join(folder, "temporal.db");
  const server = await startTemporalServer({ dataFolder: folder, log });
  expect(isDatabaseOpen(database)).toBe(true);
  await server.stop();
  expect(isDatabaseOpen(database)).toBe(false);

  const unseen = new Sqlite(database);
  unseen.prepare("SELECT COUNT(*) FROM sqlite_master").get();
  const refused = startTemporalServer({ dataFolder: folder, log, patienceMs: 0 });
  await expect(refused).rejects.toThrow(`has '${database}' open. End it first.`);
  expect(servers(folder)).toEqual([]);
  const waiting = startTemporalServer({ dataFolder: folder, log });
  unseen.close();
  await (await waiting).stop();
});

const starter = `
  import { createLogger } from ${JSON.stringify(new URL("../logs/log.ts", import.meta.url).href)};
  import { startTemporalServer } from ${JSON.stringify(new URL("./temporal-server.ts", import.meta.url).href)};
  const log = createLogger({ module: "test", level: "silent" });
  try {
    const { pid } = await startTemporalServer({ dataFolder: process.argv[1], log, patienceMs: 0 });
    console.log("serves " + pid);
  } catch (error) {
    console.log("refused: " + error.message);
    process.exit();
  }`;

/** Another process that starts a server on a folder. */
function start(folder: string): ChildProcess {
  const parts = ["--input-type=module", "--eval", starter, "--", folder];
  return spawn(process.execPath, parts, { stdio: ["ignore", "pipe", "inherit"] });
}

const said = async (child: ChildProcess) => String((await once(child.stdout ?? child, "data"))[0]).trim();
const servers = (folder: string) => processesWith("start-dev", join(folder, "temporal.db"));

test("a server ends with the process that has started it, also when that is killed in the midst of the start", async () => {
  const folder = mkdtempSync(join(dataFolder, "killed-"));
  for (const whileStarting of [true, false]) {
    const parent = start(folder);
    if (whileStarting) await expect.poll(() => servers(folder), { interval: 5 }).not.toEqual([]);
    else expect(await said(parent)).toMatch(/^serves/);
    parent.kill("SIGKILL");
    await expect.poll(() => servers(folder)).toEqual([]);
  }
});

test("a second process on a folder is refused while the first one lives, and never serves beside it", async () => {
  const folder = mkdtempSync(join(dataFolder, "two-"));
  const [one, other] = [start(folder), start(folder)];
  const words = (await Promise.all([said(one), said(other)])).toSorted();
  expect(words[0]).toMatch(
    /^refused: Another process runs the Temporal server of '.+': process \d+ on '.+' since \S+ holds the lock/,
  );
  expect(words[1]).toMatch(/^serves/);
  // The server and its guard.
  expect(servers(folder)).toHaveLength(2);
  for (const child of [one, other]) child.kill("SIGKILL");
  await expect.poll(() => servers(folder)).toEqual([]);
});

test("a start is broken off by its signal, and nothing is left of it", async () => {
  const folder = mkdtempSync(join(dataFolder, "broken-off-"));
  const stop = new AbortController();
  const starting = startTemporalServer({ dataFolder: folder, log, signal: stop.signal });
  await expect.poll(() => servers(folder), { interval: 5 }).not.toEqual([]);
  stop.abort();
  await expect(starting).rejects.toThrow(/abort/i);
  // The guard of the program, which bears its arguments, has been killed with it; the system takes a moment to be rid of both.
  await expect.poll(() => servers(folder)).toEqual([]);
});

test("a port on which somebody listens is refused", async () => {
  const running = await startTemporalServer({ dataFolder, log });
  const other = mkdtempSync(join(dataFolder, "other-"));
  const port = Number(running.address.split(":")[1]);
  await expect(startTemporalServer({ dataFolder: other, log, port })).rejects.toThrow("address already in use");
  await running.stop();
});
