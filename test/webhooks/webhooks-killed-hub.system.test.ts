import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { programCaller } from "#bin/program-caller.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addWebhook } from "#operations/webhooks/change-webhooks.ts";

import { type Cluster, startCluster } from "../support/cluster.ts";
import { eventually } from "../support/journey.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

const eventTypes = ["gatehouse.user.created"];
let temporal: TestTemporal;
let cluster: Cluster;
let receiver: WebhookReceiver;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  cluster = await startCluster(temporal.address, { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8" });
});
afterEach(async () => {
  await cluster.stop();
  await receiver.close();
});

async function addUsers(count: number, prefix: string): Promise<readonly string[]> {
  const { store, ids } = cluster.service.context;
  const keys = Array.from({ length: count }, () => ids.guid());
  for (const [index, key] of keys.entries())
    await store.transaction(() => store.save("users", { key, id: `${prefix}${index}` }));
  return keys;
}

test("a hub that is killed while it delivers loses no event, and the order holds at the next one", async () => {
  const { context } = cluster.service;
  await invoke(addWebhook, context, programCaller("test"), { url: receiver.url, eventTypes });
  const keys: string[] = [];
  keys.push(...(await addUsers(3, "before")));
  await eventually("the first events", () => Promise.resolve(receiver.received.length === 3));
  // The endpoint has received the fourth event, but its answer never reaches the hub.
  receiver.answer(() => "silence");
  keys.push(...(await addUsers(4, "during")));
  await eventually("the event under way", () => Promise.resolve(receiver.received.length === 4));
  expect(await cluster.kill("hub")).toBe(true);
  keys.push(...(await addUsers(3, "without")));
  receiver.answer(() => 204);
  await cluster.start("hub");
  const { store } = context;
  await eventually(
    "every event delivered",
    async () => (await store.count("webhookDeliveries", { state: "delivered" })) === keys.length,
  );
  const subjects = receiver.received.map(({ event }) => event.subject);
  expect([...new Set(subjects)]).toEqual(keys);
  // Only the unanswered event arrived twice.
  expect(subjects).toEqual([...keys.slice(0, 4), ...keys.slice(3)]);
});
