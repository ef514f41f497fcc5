// @alone it measures how long answers take while the engine is not to be trusted
import { afterAll, beforeAll, expect, test } from "vitest";

import { answersDuring, answersWithin } from "../support/answers-during.ts";
import { type Cluster, clusterTarget, startCluster } from "../support/cluster.ts";
import { addPeople } from "../support/people.ts";
import { createRestClient, type RestClient } from "../support/rest.ts";
import { type Rogue, startRogue } from "../support/rogue.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

const password = "a-password-of-the-test";
let temporal: TestTemporal;
let cluster: Cluster;
let rogue: Rogue;
let rest: RestClient;

beforeAll(async () => {
  temporal = await startTestTemporal();
  cluster = await startCluster(temporal.address, {}, { watched: false });
  rogue = await startRogue(temporal.address);
  rest = createRestClient(cluster.address);
});
afterAll(async () => {
  rest.close();
  await rogue.close();
  await cluster.stop();
  await temporal.stop();
});

test("whoever reaches the engine keeps nobody from an answer, with invented steps, stolen orders and workflows in the place of others", async () => {
  const { requester: recipientKey } = await addPeople(cluster.service.context, ["requester"], password);
  const requester = await rest.signIn("requester", password);
  const operations = [{ code: "ACUA", targetSystemKey: clusterTarget, attributes: { shortId: "wanted" } }];
  const { store } = cluster.service.context;
  const thief = await rogue.steal("proxy-local");
  expect((await requester.post("/v2/requests", { recipientKey, operations })).status).toBe(202);
  const inventions = [
    ["loadDiscovery", { key: "none" }],
    ["endDiscovery", { key: "none", failure: null, warnings: [] }],
    ["nextRequestStep", { key: "none", run: "r", ordinal: 0, wakes: 0, ended: [], held: [] }],
    ["runMaintenanceRound", { task: "cleanGrants" }],
    ["deliverToWebhook", { key: "none" }],
    ["startScheduledDiscovery", { targetSystemKey: clusterTarget }],
  ] as const;
  let series = 0;
  async function attack(): Promise<void> {
    const squatted = `squatted-${(series += 1)}`;
    const steps = inventions.map(([name, input]) => rogue.invent(name, input));
    await Promise.all([...steps, rogue.squat(squatted)]);
    await rogue.client.workflow.getHandle(squatted).terminate();
  }
  const get = async () => expect((await requester.get(`/v2/users(${recipientKey})`)).status).toBe(200);
  const times = await answersDuring(attack, get);
  await thief.stop();
  expect(times.medianMs).toBeLessThanOrEqual(answersWithin.medianMs);
  expect(times.p99Ms).toBeLessThanOrEqual(answersWithin.p99Ms);
  expect(await store.count("requestOperations", { result: "F" })).toBe(0);
});
