// @databases sqlite mariadb
// @few it starts all processes of an installation, kills them, and runs three directories
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { ordersAtOnce } from "#activities/proxy/perform-operations.ts";
import { passwordOf } from "#operations/mass-resets/engine/items.ts";
import type { Row } from "#store/tables.ts";

import { type Cluster, type ClusterProcess, startCluster } from "../support/cluster.ts";
import { type KillPoints, openKillPoints } from "../support/kill-points.ts";
import { rawResetRate, type ResetDirectory, startResetDirectories } from "../support/mass-reset-directories.ts";
import { forgetPeakMemory, peakMemoryMB } from "../support/peak-memory.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient, type RestUser } from "../support/rest.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";

const signInPassword = "a-password-of-the-test";
const timeout = 1_800_000;
const pollMs = 50;
const targets = ["NORTH", "EAST", "WEST"];
/** People, each with an account on each of the three target systems. */
const people = testSize(100, 33_334);
/** Accounts of each target system that are reset by LDAP calls alone, for the rate. */
const rawAccounts = testSize(100, 3_000);
const memoryMaxMB = 400;
/** Points at which a process is killed, one after the other. */
const points = ["proxy order performed", "api proxies.recordOutcomes committed", "hub runs.nextStep written"];

let temporal: TestTemporal;
let kills: KillPoints;
let cluster: Cluster;
let rest: RestClient;
let root: RestUser;
let directories: readonly ResetDirectory[];
let strict: readonly ResetDirectory[];

beforeAll(async () => {
  temporal = await startTestTemporal();
  kills = openKillPoints();
  cluster = await startCluster(temporal.address, kills.environment, { watched: false });
  const { context } = cluster.service;
  const { root: key } = await addPeople(context, ["root"], signInPassword);
  await context.store.transaction(() => context.store.save("users", { key, superuser: true }));
  directories = await startResetDirectories(context, targets, { people });
  strict = await startResetDirectories(context, ["STRICT"], { people: 20, shortest: 200 });
  rest = createRestClient(cluster.address);
}, timeout);
// A reset of full size takes longer than an access token holds.
beforeEach(async () => void (root = await rest.signIn("root", signInPassword)));
afterAll(async () => {
  rest?.close();
  await cluster?.stop();
  await Promise.all([...(directories ?? []), ...(strict ?? [])].map((one) => one.stop()));
  await temporal?.stop();
  kills?.remove();
});

const store = () => cluster.service.context.store;

interface MassReset {
  readonly key: string;
  readonly accounts: number;
  readonly state: string;
  readonly pausedBecause: string | null;
}

interface Progress {
  readonly accounts: number;
  readonly done: number;
  readonly failed: number;
  readonly open: number;
}

async function started(terms: object): Promise<string> {
  const { status, body } = await root.post("/v2/massResets", {
    reason: "a breach",
    condition: "id ne 'root'",
    ...terms,
  });
  expect([status, body]).toMatchObject([201, { state: "draft" }]);
  const { key, accounts: expectCount } = body as MassReset;
  const start = await root.post(`/v2/massResets(${key})/start`, { expectCount, confirm: true });
  expect([start.status, start.body]).toMatchObject([200, { accounts: expectCount }]);
  return key;
}

const stateOf = async (key: string) => (await root.get(`/v2/massResets(${key})`)).body as MassReset;
const progressOf = async (key: string) => (await root.get(`/v2/massResets(${key})/progress`)).body as Progress;

/** Waits as long as a test may take. */
async function wait(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(pollMs);
}

const ended = (key: string) => wait(async () => (await store().get("massResets", key))?.endedAt !== null);

const itemsOf = (key: string): Promise<readonly Row<"massResetAccounts">[]> =>
  store().select("massResetAccounts", { where: { runKey: key } });

/** Expects one row for each account, and that each success opens its account with the password that the row had. */
async function requireReset(key: string): Promise<void> {
  const rows = await itemsOf(key);
  expect(new Set(rows.map(({ accountKey }) => accountKey)).size).toBe(rows.length);
  expect(rows.filter(({ result }) => result !== "S")).toEqual([]);
  for (const directory of directories) {
    const own = rows.filter(({ targetSystemKey }) => targetSystemKey === directory.id);
    expect(own).toHaveLength(people);
    const facts = await directory.facts();
    const wrong = own.filter((row) => {
      const opens = (text: string) => facts.get(row.accountName)?.opens(text) === true;
      return passwordOf(store(), row)?.use(opens) !== true;
    });
    expect(wrong).toEqual([]);
  }
}

test(
  "a mass reset that is killed three times and paused once gives each account one row, and each success opens with its password",
  { timeout },
  async () => {
    const key = await started({ targetSystemKeys: targets, delivery: "file", canaries: 2 });
    const [first, ...others] = points;
    await killedAt(first);
    await root.post(`/v2/massResets(${key})/pause`, {});
    expect(await stateOf(key)).toMatchObject({ state: "paused", pausedBecause: "asked" });
    await root.post(`/v2/massResets(${key})/resume`, {});
    for (const point of others) await killedAt(point);
    await ended(key);
    expect(await progressOf(key)).toMatchObject({ accounts: 3 * people, done: 3 * people, failed: 0, open: 0 });
    await requireReset(key);
    expect(await store().count("sesslog_full", { operation: "ACHG", batchId: key })).toBe(3 * people);
  },
);

/** Waits until a process was killed at a point and started again. */
async function killedAt(point = ""): Promise<void> {
  const victim = point.split(" ", 1)[0] as ClusterProcess;
  const before = cluster.pidOf(victim);
  const isAnother = async () => ![0, before].includes(cluster.pidOf(victim));
  expect(await kills.during(cluster, point, () => wait(isAnother))).toMatchObject({ killed: true });
}

test("canary accounts stop it when their target refuses their passwords", { timeout }, async () => {
  const key = await started({ targetSystemKeys: ["STRICT"], canaries: 3 });
  await wait(async () => (await stateOf(key)).state === "paused");
  expect(await stateOf(key)).toMatchObject({ pausedBecause: "canary" });
  expect(await progressOf(key)).toMatchObject({ accounts: 20, done: 0, failed: 3, open: 17 });
  const rows = await itemsOf(key);
  expect(rows.filter(({ sends }) => sends > 0).map(({ isCanary, errorCode }) => `${isCanary} ${errorCode}`)).toEqual(
    Array(3).fill("true strength"),
  );
  await root.post(`/v2/massResets(${key})/stop`, {});
  await ended(key);
});

test("its processes stay small, and its rate stands beside that of the LDAP calls alone", { timeout }, async () => {
  const raw = await rawResetRate(directories, { accounts: rawAccounts, atOnce: ordersAtOnce });
  // What the processes needed to start is no part of it.
  for (const name of ["api", "hub", "proxy"] as const) forgetPeakMemory(cluster.pidOf(name));
  const startedMs = performance.now();
  const key = await started({ targetSystemKeys: targets, delivery: "file" });
  await ended(key);
  const rate = (3 * people * 1_000) / (performance.now() - startedMs);
  const memory = (["api", "hub", "proxy"] as const).map(
    (name) => [name, peakMemoryMB(cluster.pidOf(name)) ?? 0] as const,
  );
  console.log(
    `mass reset of ${3 * people} accounts: ${rate.toFixed(0)}/s, LDAP alone ${raw.toFixed(0)}/s, ratio ${(rate / raw).toFixed(2)} (wanted 0.5), ${memory.map(([name, mb]) => `${name} ${mb} MB`).join(", ")}`,
  );
  await requireReset(key);
  for (const [name, mb] of memory) expect([name, mb <= memoryMaxMB]).toEqual([name, true]);
});

/** Points at which a process is killed while people are brought in. A hub waits for seconds for what a killed one held, so the short form has one. */
const comingPoints = testSize(
  ["hub massResets.noteStep committed"],
  ["hub accounts.create written", "hub massResets.noteStep committed"],
);
/** Point at which a process is killed while their access ends. */
const leavingPoint = "hub accounts.delete committed";
const newPeople = testSize(12, 200);

test(
  "people who are brought in and leave again while processes are killed get one account each, and lose it once",
  { timeout },
  async () => {
    const ids = Array.from({ length: newPeople }, (_, index) => `new${index}`);
    const file = ["id,displayName,accounts", ...ids.map((id) => `${id},${id} Ash,NORTH`)].join("\n");
    const onboard = { action: "onboard", condition: null, file, delivery: "file", canaries: 1 };
    const key = await started(onboard);
    for (const point of comingPoints) await killedAt(point);
    await ended(key);
    const steps = await store().select("massResetSteps", { where: { runKey: key } });
    expect(steps.filter(({ result }) => result !== "S").map(({ act, message }) => [act, message])).toEqual([]);
    expect(await progressOf(key)).toMatchObject({ accounts: 2 * newPeople + 1, done: 2 * newPeople + 1, failed: 0 });
    const { passwordsKey } = (await root.get(`/v2/massResets(${key})`)).body as { passwordsKey: string };
    await ended(passwordsKey);
    const rows = await itemsOf(passwordsKey);
    expect(rows.map(({ result }) => result)).toEqual(ids.map(() => "S"));
    const [north] = directories;
    const facts = await north?.facts();
    const opened = rows.filter((row) =>
      passwordOf(store(), row)?.use((text) => facts?.get(row.accountName)?.opens(text) === true),
    );
    expect(opened).toHaveLength(newPeople);
    expect(await store().count("sesslog_full", { operation: "USAD" })).toBe(newPeople);

    const users = (await store().select("users")).filter(({ id }) => ids.includes(id));
    const userKeys = users.map(({ key: userKey }) => userKey);
    const offboard = { action: "offboard", condition: null, userKeys, ends: ["disableUser", "deleteAccounts"] };
    const leaving = await started(offboard);
    await killedAt(leavingPoint);
    await ended(leaving);
    expect(await progressOf(leaving)).toMatchObject({ done: 2 * newPeople, failed: 0, open: 0 });
    expect(await store().count("accounts", { targetSystemKey: "NORTH" })).toBe(people);
    expect(await store().count("users", { disabled: true })).toBe(newPeople);
    expect(await store().count("requestOperations", { code: "DELU" })).toBe(newPeople);
  },
);
