// @few it starts all processes of an installation, and kills them
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { writeBackup } from "#store/backup.ts";

import { createSearch, databaseBytes } from "../support/canaries.ts";
import { type Cluster, type ClusterProcess, clusterTarget, startCluster } from "../support/cluster.ts";
import { changeDirectory, faultHash, planFaults } from "../support/fault-directory.ts";
import { eventually } from "../support/journey.ts";
import { type KillPoints, openKillPoints } from "../support/kill-points.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient } from "../support/rest.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";

const signInPassword = "a-password-of-the-test";
const timeout = 900_000;
const accountKey = "66666666-0000-4000-8000-000000000001";
/** Points at which a process is killed during the outage, one after the other; the last ones while the target comes back. */
const allPoints = [
  "hub passwordQueue.handleMoment committed",
  "proxy orders fetched",
  "hub passwordQueue.handleMoment written",
  "hub requests.nextStep committed",
  "proxy order performed",
  "hub passwordQueue.handleMoment committed",
  "hub requests.nextStep written",
  "proxy outcomes reported",
  "hub passwordQueue.handleMoment committed",
];
const points = testSize(allPoints.slice(0, 1), allPoints);
/** Fault of the target that is down; in the short size it asks for a pause, so that a try is one send. */
const down = testSize(
  { kind: "error", code: "busy", message: "the server is shutting down", retryAfterMs: 1 } as const,
  { kind: "error", code: "unreachable", message: "connect ECONNREFUSED" } as const,
);
const lastPoint = "proxy order performed";

let temporal: TestTemporal;
let kills: KillPoints;
let cluster: Cluster;
let rest: RestClient;
let directory: string;

beforeAll(async () => {
  temporal = await startTestTemporal();
  kills = openKillPoints();
  cluster = await startCluster(temporal.address, {
    ...kills.environment,
    CONNECTORS: join(import.meta.dirname, "../support/fault-connector.ts"),
  });
  const { context } = cluster.service;
  const { ada: userKey } = await addPeople(context, ["ada"], signInPassword);
  rest = createRestClient(cluster.address);
  directory = join(cluster.folder, "directory.db");
  // Every password that the target gets is remembered there, as its hash.
  changeDirectory(directory, (database) => {
    database.exec("CREATE TABLE got (position INTEGER PRIMARY KEY, hash TEXT)");
    database.exec(
      "CREATE TRIGGER gets AFTER UPDATE OF password ON objects BEGIN INSERT INTO got (hash) VALUES (NEW.password); END",
    );
    database
      .prepare("INSERT INTO objects (type, name, attributes, createdBy) VALUES ('account', 'ada', '{}', '')")
      .run();
  });
  await context.store.transaction(async () => {
    const { store } = context;
    await store.save("targetSystems", { id: clusterTarget, type: "fault", address: { file: directory } });
    await store.save("targetGroups", { id: "DEFAULT", passwordQueueMode: "automatic" });
    const names = { longId: "ada", shortId: "ada", displayId: "ada" };
    const of = { targetSystemKey: clusterTarget, stableId: "1", userKey: userKey ?? "" };
    await store.save("accounts", { key: accountKey, ...names, ...of });
  });
}, timeout);
afterAll(async () => {
  rest?.close();
  await cluster?.stop();
  await temporal.stop();
  kills.remove();
});

const store = () => cluster.service.context.store;
const entries = () => store().select("passwordQueue");
const got = () => {
  let hashes: string[] = [];
  changeDirectory(directory, (database) => {
    hashes = database.prepare("SELECT hash FROM got ORDER BY position").pluck().all() as string[];
  });
  return hashes;
};

const passwords: string[] = [];

/** Resets the password of the account as its owner, and returns the key of the operation. */
async function reset(): Promise<string> {
  const password = `Canary-${passwords.length}-passw0rd-${Math.trunc(performance.now())}`;
  passwords.push(password);
  const ada = await rest.signIn("ada", signInPassword);
  const { status, body } = await ada.post(`/v2/accounts(${accountKey})/resetPassword`, { password });
  expect(status).toBe(202);
  return (body as { key: string }).key;
}

/** Resets the password, and waits until this change is the one that is queued. */
async function resetAndQueue(): Promise<void> {
  const key = await reset();
  await eventually("the change is queued", async () => (await entries()).some(({ turn }) => turn === passwords.length));
  expect(await store().get("requestOperations", key)).toMatchObject({ result: "N", password: null });
}

/** Lets the time of the next try come, and that of a moment which a killed hub had leased. */
async function letTryCome(): Promise<void> {
  await store().transaction(async () => {
    for (const { key, state } of await entries()) {
      await store().lock("passwordQueue", key);
      if (state === "waiting") await store().save("passwordQueue", { key, nextTryAt: 1 });
      await store().moments.set({ key, kind: "passwordQueue", at: 1 });
    }
  });
}

/** Lets a try of the queued change come and fail, while a process may be killed; returns true if it was. */
async function tryInVain(point: string): Promise<boolean> {
  const [before] = await entries();
  const { killed } = await kills.during(cluster, point, async () => {
    await letTryCome();
    await eventually("a try has failed", async () => {
      const [entry] = await entries();
      if (entry?.state === "waiting" && entry.tries > (before?.tries ?? 0)) return true;
      const leased = entry?.state === "waiting" && (await store().moments.waiting([entry.key])).size > 0;
      if (leased) await letTryCome();
      return false;
    });
  });
  return killed;
}

const isUp = (name: ClusterProcess) => cluster.pidOf(name) > 0;

test(
  "a target that is down gets the latest password and no older one, though processes are killed, and nothing of it is left",
  { timeout },
  async () => {
    planFaults(directory, [
      { capability: "resetPassword", fault: down },
      { capability: "adminVerify", fault: down },
    ]);
    await resetAndQueue();
    let killed = 0;
    for (const point of points) {
      if (await tryInVain(point)) killed += 1;
      expect([point, got()]).toEqual([point, []]);
      await resetAndQueue();
      expect((await entries()).length).toBe(1);
    }
    expect(killed).toBeGreaterThan(0);
    const [last] = await entries();
    const sealed = last?.password ?? "";
    expect((await databaseBytes(cluster.service.context.settings.databaseUrl)).includes(sealed)).toBe(true);

    planFaults(directory, []);
    await kills.during(cluster, lastPoint, async () => {
      await letTryCome();
      await eventually("the queue is empty", async () => (await entries()).length === 0);
    });
    const latest = faultHash(passwords.at(-1) ?? "");
    expect([...new Set(got())]).toEqual([latest]);
    expect([isUp("hub"), isUp("proxy")]).toEqual([true, true]);

    const operations = await store().select("requestOperations");
    expect(operations.filter(({ password }) => password !== null)).toEqual([]);
    expect(operations.filter(({ result }) => result === "S")).toMatchObject([{ code: "PWRS", accountKey }]);
    const kinds = (await store().select("notices")).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "passwordCarriedOut").length).toBe(1);
    await expectNothingLeft(sealed);
  },
);

/** Expects no password in the database, and the sealed text of the last one neither, there or in a backup of it. */
async function expectNothingLeft(sealed: string): Promise<void> {
  const { databaseUrl } = cluster.service.context.settings;
  const search = createSearch(Object.fromEntries(passwords.map((password) => [password, password])));
  const now = await databaseBytes(databaseUrl);
  expect([search(now), now.includes(sealed)]).toEqual([[], false]);
  if (store().dialect !== "sqlite") return;
  const backup = join(cluster.folder, "backup");
  const source = { dataFolder: cluster.folder, softwareVersion: "0.0.0", madeAt: new Date(0).toISOString() };
  writeBackup({ ...source, database: databaseUrl.replace(/^sqlite:(?:\/\/)?/, "") }, backup);
  const kept = readFileSync(backup);
  expect([search(kept), kept.includes(sealed)]).toEqual([[], false]);
}
