import { afterEach, beforeEach, expect, test } from "vitest";

import { pauseNode } from "#operations/nodes/change-nodes.ts";
import { takeOverNode } from "#operations/setup/take-over.ts";
import { addWebhook } from "#operations/webhooks/change-webhooks.ts";
import { collectEvents } from "#operations/webhooks/collect-events.ts";
import { laggingWebhooks } from "#operations/webhooks/lagging-webhooks.ts";

import { openOwnedRoom, type OwnedNode, type OwnedRoom } from "./owned-room.ts";

let room: OwnedRoom;
beforeEach(async () => {
  room = await openOwnedRoom({ targets: { T1: [{ authorizers: ["bob"] }] } });
});
afterEach(() => room.close());

const addUser = ({ context: { store, ids } }: OwnedNode, id: string) =>
  store.transaction(() => store.save("users", { key: ids.guid(), id }));

/** Collects the events of a node as its hub does; returns their types. */
async function collected(node: OwnedNode): Promise<readonly string[]> {
  const { store } = node.context;
  for (const key of await node.run(laggingWebhooks, {})) while ((await node.run(collectEvents, { key })).left);
  return (await store.select("webhookDeliveries", { orderBy: [["position", "asc"]] })).map(({ type }) => type);
}

const url = "https://portal.example/events";

test("a node delivers all that it changes once it knows of a webhook, although it collects later", async () => {
  await room.first.run(addWebhook, { url, eventTypes: ["gatehouse.user.created"] });
  await room.settle();
  await addUser(room.second, "yvo");
  await addUser(room.first, "zoe");
  await room.settle();
  expect(await collected(room.second)).toEqual(["gatehouse.user.created"]);
  expect(await collected(room.first)).toEqual(["gatehouse.user.created"]);
});

test("a take-over is no event, and no event behind it is passed over", async () => {
  await room.first.run(addWebhook, { url });
  const request = await room.first.submit([{ code: "ACUA", targetSystemKey: "T1", attributes: { mail: "a@b.c" } }]);
  await room.settle();
  await collected(room.second);
  const { key } = await room.second.node("n1");
  await room.second.run(pauseNode, { key });
  const before = await collected(room.second);
  while ((await room.second.run(takeOverNode, { key })).left);
  expect(await room.second.context.store.homes.of("reqbatch", request.key)).toBe("n2");
  // The first page of the log holds nothing but the take-over.
  await addUser(room.second, "yvo");
  const [webhook] = await room.second.run(laggingWebhooks, {});
  expect(webhook).toBeDefined();
  expect((await collected(room.second)).slice(before.length)).toEqual(["gatehouse.user.created"]);
});
