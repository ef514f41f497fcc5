import { afterAll, beforeAll, expect, test } from "vitest";

import { maintenanceTasks } from "#domain/maintenance-tasks.ts";
import { listSchedules } from "#operations/discovery/list-schedules.ts";
import { isLeading } from "#operations/kernel/leading-node.ts";
import { expelNode } from "#operations/nodes/change-nodes.ts";
import { listUnfinished } from "#operations/requests/list-unfinished.ts";
import { dropRuns } from "#operations/runs/drop-runs.ts";
import { addWebhook, updateWebhook } from "#operations/webhooks/change-webhooks.ts";
import { collectEvents } from "#operations/webhooks/collect-events.ts";
import { laggingWebhooks } from "#operations/webhooks/lagging-webhooks.ts";

import { openOwnedRoom, type OwnedNode, type OwnedRoom } from "./owned-room.ts";

let room: OwnedRoom;
let hook: string;

beforeAll(async () => {
  room = await openOwnedRoom({ targets: { T1: [{ authorizers: ["bob", "cy"], minApprovals: 1 }] } });
  ({ key: hook } = await room.first.run(addWebhook, { url: "https://receiver.example/" }));
  await room.settle();
  await feed();
});
afterAll(() => room.close());

const nodes = () => [room.first, room.second];
const submit = () => room.first.submit([{ code: "ACUA", targetSystemKey: "T1", attributes: { mail: "a@b.c" } }]);

/** Collects the events of all webhooks at both nodes, as their hubs do. */
async function feed(): Promise<void> {
  for (const { run } of nodes())
    for (const key of await run(laggingWebhooks, {})) while ((await run(collectEvents, { key })).left);
}

const eventsAt = async ({ context: { store } }: OwnedNode, subject: string) =>
  (await store.select("webhookDeliveries", { where: { webhookKey: hook }, orderBy: [["position", "asc"]] })).flatMap(
    ({ event }) => (event.subject === subject ? [event] : []),
  );
const wakesAt = async ({ context: { store } }: OwnedNode) => (await store.outbox.open()).map((one) => one.workflowId);
const noticesAt = ({ context: { store } }: OwnedNode, requestKey: string) => store.count("notices", { requestKey });

test("a request is performed, told and delivered at the node where it was submitted, and there alone", async () => {
  const request = await submit();
  await room.settle();
  await feed();
  expect(await room.second.request(request)).toMatchObject({ status: "W" });
  // The monitor, the sweep and the dispatch of the other node find nothing of it.
  expect(await room.second.run(listUnfinished, { after: "", limit: 100 })).toEqual([]);
  expect(await room.second.context.store.moments.waiting([request.key])).toEqual(new Set());
  expect(await room.first.context.store.moments.waiting([request.key])).toEqual(new Set([request.key]));
  expect(await room.second.step(request)).toEqual({ do: "finished" });
  await room.first.decide("bob", request, { phase: 1, decision: "approve" });
  await room.settle();
  await feed();
  expect(await room.second.request(request)).toMatchObject({ status: "X" });
  expect(await wakesAt(room.first)).toContain(request.key);
  expect(await wakesAt(room.second)).not.toContain(request.key);
  expect(await room.second.step(request)).toEqual({ do: "finished" });
  expect(await room.first.step(request)).toMatchObject({ do: "perform" });
  expect(await noticesAt(room.first, request.key)).toBeGreaterThan(0);
  expect(await noticesAt(room.second, request.key)).toBe(0);
});

test("each event is delivered once in the installation, by the node that made the change, under an ID of its own", async () => {
  const at = async (node: OwnedNode) => {
    const { store, ids, clock } = node.context;
    const key = ids.guid();
    const row = { key, requestKey: "r", kind: "comment", userKey: "u", text: "hello", writtenAt: clock.now() } as const;
    await store.transaction(() => store.add("requestComments", row));
    return key;
  };
  const [here, there] = [await at(room.first), await at(room.second)];
  await room.settle();
  await feed();
  await feed();
  const told = [await eventsAt(room.first, here), await eventsAt(room.second, there)];
  expect(told.map((events) => events.length)).toEqual([1, 1]);
  expect([await eventsAt(room.second, here), await eventsAt(room.first, there)]).toEqual([[], []]);
  expect(told.flat().map(({ id }) => id.replace(/^\d+/, ""))).toEqual(["-n1", "-n2"]);
  // It can be changed at the node that did not add it.
  await room.second.run(updateWebhook, { key: hook, description: "changed there" });
});

test("what belongs to no node is done by the one that has been here longest, and by the next when that is expelled", async () => {
  const { store } = room.first.context;
  await store.transaction(() =>
    store.save("targetSystems", { id: "T1", mode: "automatic", listSchedule: "0 3 * * *", enabled: true }),
  );
  await room.settle();
  const schedules = async () => Promise.all(nodes().map(async ({ run }) => (await run(listSchedules, {})).length));
  expect(await Promise.all(nodes().map(({ context }) => isLeading(context)))).toEqual([true, false]);
  expect(await schedules()).toEqual([1, 0]);
  const old = { kind: "verify", reason: "nightly", requestId: "r", state: "ended", createdAt: 1, endedAt: 1 } as const;
  await store.transaction(() => store.add("runs", { key: room.first.context.ids.guid(), ...old }));
  await room.settle();
  expect(await room.second.run(dropRuns, {})).toEqual({ left: false });
  expect(await room.second.context.store.count("runs")).toBe(1);
  await room.first.run(dropRuns, {});
  await room.settle();
  expect(await room.second.context.store.count("runs")).toBe(0);
  const { key } = await room.second.node("n1");
  await room.second.run(expelNode, { key });
  expect(await isLeading(room.second.context)).toBe(true);
  expect(await schedules()).toEqual([1, 1]);
  const once = Object.entries(maintenanceTasks).flatMap(([name, task]) => ("once" in task ? [name] : []));
  expect(once).toEqual(["tellConflicts", "tellDependants", "tellPasswordEnds", "psupdate"]);
});
