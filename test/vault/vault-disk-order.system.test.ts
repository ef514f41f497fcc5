import { mkdtempSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { manageAccounts, proofId } from "#bin/prove/accounts.ts";
import { startInstallation, type ThrowawayInstallation } from "#bin/prove/installation.ts";
import { createRandomizer } from "#bin/prove/randomizer.ts";
import { processesWith } from "#platform/processes/process-identity.ts";

import { eventually } from "../support/journey.ts";
import { type SystemCall, traceCalls } from "../support/system-calls.ts";

const accounts = 3;
const rounds = 2;
const frameHeaderBytes = 24;
/** Offset in the header of a frame of SQLite's log: pages of the database after a commit; 0 if the transaction continues. */
const commitAt = 4;

let folder = "";
let installation: ThrowawayInstallation;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "disk-order-")));
  const { signal } = new AbortController();
  // The trace is about SQLite's log on the disk, whatever database the suite runs on.
  const wish = {
    accounts,
    dependants: 0,
    database: "sqlite",
    proxySettings: {},
    report: () => undefined,
    signal,
  } as const;
  installation = await startInstallation(folder, wish);
  await manageAccounts(installation, { accounts, connector: "ldap", signal });
});
afterAll(async () => {
  await installation?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the hub, which writes candidates, and the engine, through which alone a proxy receives an order. */
function tracedProcesses(): number[] {
  const hub = processesWith("gatehouse.ts hub").filter((pid) => folderOf(pid) === folder);
  const engine = processesWith(join(folder, "temporal"));
  expect([hub.length, engine.length > 0]).toEqual([1, true]);
  return [...hub, ...engine];
}

/** Returns the folder of a process; "" if it has ended. */
function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}

const ofLog = ({ file }: SystemCall) => file.endsWith("/gatehouse.db-wal");
const ofEngine = ({ file }: SystemCall) => file.startsWith(join(folder, "temporal"));
const isSync = ({ name, result }: SystemCall) => (name === "fdatasync" || name === "fsync") && result === 0;
const isCommit = ({ bytes }: SystemCall) => bytes.length === frameHeaderBytes && bytes.readUInt32BE(commitAt) > 0;

/**
 * Returns the places in the trace at which the commit of a candidate was written, its sync began and ended, and the engine first stored its
 * order.
 */
function placesOf(calls: readonly SystemCall[], entryKey: string, orderKey: string) {
  const log = calls.filter(ofLog);
  const candidate = log.findIndex(({ bytes }) => bytes.includes(entryKey));
  // The frame whose header marks a commit is the last one of the transaction; its page is the next call.
  const header = log.findIndex((call, place) => place >= candidate - 1 && isCommit(call));
  const committed = candidate < 0 || header < 0 ? Infinity : (log[header + 1]?.ended ?? Infinity);
  const synced = log.find((call) => isSync(call) && call.begun > committed);
  const heard = calls.find((call) => ofEngine(call) && call.bytes.includes(orderKey));
  return { committed, syncBegun: synced?.begun, synced: synced?.ended, heard: heard?.begun };
}

test("the commit of each candidate is on the disk before the engine, and so its proxy, hears of the order", async () => {
  const { context } = installation.service;
  const tracing = await traceCalls(tracedProcesses(), join(folder, "trace"));
  const randomizer = createRandomizer(context, proofId);
  for (let round = 1; round <= rounds; round++) {
    await randomizer.begin();
    await eventually("all are changed", async () => !(await randomizer.isBusy()));
    expect(await randomizer.confirmed()).toBe(round * accounts);
  }
  const calls = await tracing.stop();

  const orders = await context.store.select("vaultOrders");
  expect(orders).toHaveLength(rounds * accounts);
  for (const { key, entryKey } of orders) {
    const { committed, syncBegun = Infinity, synced = Infinity, heard = -1 } = placesOf(calls, entryKey ?? "", key);
    const order = [committed, syncBegun, synced, heard];
    expect(order.every((place) => place >= 0 && Number.isFinite(place))).toBe(true);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  }
});
