import { setTimeout as sleep } from "node:timers/promises";

import { afterEach, beforeEach, expect, test } from "vitest";

import { type Cluster, clusterTarget, startCluster } from "../support/cluster.ts";
import { inParallel } from "../support/in-parallel.ts";
import { eventually } from "../support/journey.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, pathOf, type RestClient } from "../support/rest.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";

const password = "a-password-of-the-test";
const people = ["requester", "first", "second"] as const;
const kills = testSize(4, 20);
const requests = testSize(24, 100);
const closing: (() => unknown)[] = [];
let temporal: TestTemporal;
let cluster: Cluster;
let rest: RestClient;
let keys: Readonly<Record<(typeof people)[number], string>>;

beforeEach(async () => {
  temporal = await startTestTemporal();
  closing.unshift(() => temporal.stop());
  cluster = await startCluster(temporal.address, { REQUEST_RETRY_INTERVALS_SECONDS: "2,2,5,5,10,10,20,20,20,20" });
  closing.unshift(() => cluster.stop());
  keys = await addPeople(cluster.service.context, people, password);
  rest = createRestClient(cluster.address);
  closing.unshift(() => rest.close());
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const store = () => cluster.service.context.store;
const bodyFor = (name: string) => ({
  recipientKey: keys.requester,
  operations: [{ code: "ACUA", targetSystemKey: clusterTarget, attributes: { shortId: name } }],
});
const named = (count: number) => Array.from({ length: count }, (_, n) => `user${String(n).padStart(3, "0")}`);

async function authorizeBy(...ids: ("first" | "second")[]): Promise<void> {
  const {
    ids: { guid },
  } = cluster.service.context;
  await store().transaction(async () => {
    for (const [index, id] of ids.entries()) {
      const resource = { resourceType: "targetSystem", resourceKey: clusterTarget } as const;
      const rule = `any(1, user('${keys[id]}'))`;
      await store().save("authorizationPhases", { ...resource, key: guid(), sequence: index + 1, rule });
    }
  });
}

async function allEnd(count: number): Promise<void> {
  await eventually(
    `${count} requests completed`,
    async () => (await store().count("reqbatch", { status: "C" })) === count,
  );
}

async function expectEachOnce(names: readonly string[], decisions: number): Promise<void> {
  const results = await store().select("requestOperations");
  expect(results.filter(({ result }) => result !== "S")).toEqual([]);
  expect(cluster.targetAccounts()).toEqual(names);
  const accounts = await store().select("accounts");
  expect(accounts.map(({ shortId }) => shortId).toSorted()).toEqual(names);
  expect(await store().count("decisions")).toBe(decisions);
  const rows = await store().select("sesslog_full", { where: { result: "S" } });
  const counts = Map.groupBy(
    rows.filter(({ batchId }) => batchId !== null),
    ({ batchId, operation }) => `${operation} ${batchId}`,
  );
  const perCode = (code: string) =>
    [...counts].filter(([key]) => key.startsWith(`${code} `)).map(([, same]) => same.length);
  for (const code of ["RQSB", "ACUA", "RQEN"]) expect(perCode(code)).toEqual(names.map(() => 1));
  expect(perCode("RQDC").reduce((sum, count) => sum + count, 0)).toBe(decisions);
}

test("what is submitted while Temporal is stopped is answered at once and completes after its return, each account once", async () => {
  const names = named(50);
  const requester = await rest.signIn("requester", password);
  await temporal.interrupt();
  const statuses = await Promise.all(
    names.map(async (name) => (await requester.post("/v2/requests", bodyFor(name))).status),
  );
  expect(new Set(statuses)).toEqual(new Set([202]));
  await cluster.kill("hub");
  await cluster.start("hub", { wait: /Temporal does not answer; waiting for it/ });
  expect(await store().count("reqbatch", { status: "P" })).toBe(50);
  await temporal.resume();
  await allEnd(50);
  await expectEachOnce(names, 0);
});

test(
  `kill -9 of hub and proxy at ${kills} random moments neither loses nor doubles anything`,
  { timeout: 400_000 },
  async () => {
    const names = named(requests);
    await authorizeBy("first", "second");
    const [requester, first, second] = await Promise.all(people.map((id) => rest.signIn(id, password)));
    let killed = 0;

    async function killAll(): Promise<void> {
      while (killed < kills) {
        await sleep(200 + Math.random() * 2500);
        const name = Math.random() < 0.5 ? "hub" : "proxy";
        if (await cluster.kill(name)) killed += 1;
        await cluster.start(name, { wait: false });
      }
    }
    async function decided(path: string, phase: number, by: typeof first): Promise<void> {
      const key = /'([^']+)'|\(([^)]+)\)/.exec(path)?.slice(1).find(Boolean) ?? "";
      await eventually(
        `phase ${phase} of ${path}`,
        async () => (await store().count("requestPhases", { requestKey: key, sequence: phase, state: "open" })) === 1,
      );
      expect((await by?.post(`${path}/decide`, { phase, decision: "approve" }))?.status).toBeLessThan(300);
    }
    const killing = killAll();
    await inParallel(names.length, 8, async (index) => {
      const answer = await requester?.post("/v2/requests", bodyFor(names[index] ?? ""));
      expect(answer?.status).toBe(202);
      if (!answer) return;
      await decided(pathOf(answer), 1, first);
      await decided(pathOf(answer), 2, second);
      await sleep(Math.random() * 2000);
    });
    await killing;
    await allEnd(requests);
    await expectEachOnce(names, 2 * requests);
  },
);
