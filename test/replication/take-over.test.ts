import { afterEach, beforeEach, expect, test } from "vitest";

import { invoke } from "#operations/kernel/invoke.ts";
import { expelNode, pauseNode, resumeNode } from "#operations/nodes/change-nodes.ts";
import { pullChanges } from "#operations/nodes/pull-changes.ts";
import { recordFailedPull } from "#operations/nodes/record-failed-pull.ts";
import { showNodeStatus } from "#operations/nodes/show-node-status.ts";
import { handOutFrom } from "#operations/proxies/engine/hand-out-orders.ts";
import { takeOverNode } from "#operations/setup/take-over.ts";
import { withDatabase } from "#store/database.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";

import { callerOf } from "../support/service.ts";
import { openOwnedRoom, type OwnedNode, type OwnedRoom } from "./owned-room.ts";

let room: OwnedRoom;
beforeEach(async () => {
  room = await openOwnedRoom({
    targets: { T1: [{ authorizers: ["bob"] }], T2: [{ authorizers: ["bob", "cy"], minApprovals: 2 }] },
  });
});
afterEach(() => room.close());

const approve = { phase: 1, decision: "approve" };
const submit = (targetSystemKey = "T1") =>
  room.first.submit([{ code: "ACUA", targetSystemKey, attributes: { mail: "a@b.c" } }]);
const keyOfFirst = async (node: OwnedNode = room.second) => ({ key: (await node.node("n1")).key });

/** Takes the first node over, call after call; returns the numbers of rows. */
async function takeOver(node: OwnedNode = room.second): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let left = true; left;) {
    const page = await node.run(takeOverNode, await keyOfFirst(node));
    taken.push(page.taken);
    ({ left } = page);
  }
  return taken;
}

const operations = ({ context: { store } }: OwnedNode, { key: requestKey }: { readonly key: string }) =>
  store.select("requestOperations", { where: { requestKey } });
const losses = async ({ context: { store } }: OwnedNode, table: string) =>
  (await store.select("replicationConflicts")).filter((row) => row.table === table);
const wakes = async ({ context: { store } }: OwnedNode) =>
  (await store.outbox.open()).map(({ workflowId }) => workflowId);

test("only a node that is paused or expelled is taken over, and never the node itself", async () => {
  const first = await keyOfFirst();
  expect(await room.second.refusal(takeOverNode, first)).toBe("NODE_STATE");
  await room.first.run(pauseNode, { key: (await room.first.node("n2")).key });
  expect(await room.first.refusal(takeOverNode, first)).toBe("NODE_OWN");
  await room.second.run(expelNode, first);
  expect(await room.second.refusal(takeOverNode, first)).toBe("done");
  const audit = await room.second.context.store.select("sesslog_full", { where: { operation: "NDTO", result: "S" } });
  expect(audit).toMatchObject([{ ident: first.key, message: expect.stringMatching(/^\d+ rows$/) as string }]);
});

test("what a burned node had in its hands goes on at another one, which looks at the target first", async () => {
  const [approved, waiting] = [await submit(), await submit("T2")];
  await room.first.decide("bob", approved, approve);
  await room.settle();
  expect(await operations(room.second, approved)).toMatchObject([{ sends: 0 }]);
  // The node burns after it has sent the order, before anybody has heard of that.
  await room.first.step(approved);
  await room.second.run(expelNode, await keyOfFirst());
  expect(await room.second.decide("cy", waiting, approve)).toMatchObject({ sentTo: "n1" });
  expect(await takeOver()).toHaveLength(1);
  expect(await wakes(room.second)).toContain(approved.key);
  expect(await operations(room.second, approved)).toMatchObject([{ sends: 1 }]);
  expect(await room.second.step(approved)).toMatchObject({ do: "perform" });
  expect(await room.second.context.store.moments.waiting([waiting.key])).toEqual(new Set([waiting.key]));
  await room.second.decide("bob", waiting, approve);
  await room.second.decide("cy", waiting, approve);
  expect(await room.second.request(waiting)).toMatchObject({ status: "X" });
  expect(await room.second.step(waiting)).toMatchObject({ do: "perform" });
});

test("a take-over that is killed goes on where it was, and gives nobody a request whose parts are elsewhere", async () => {
  const request = await submit();
  const { store, ids } = room.first.context;
  const run = { kind: "verify", reason: "nightly", requestId: "r", state: "ended", createdAt: 1, endedAt: 1 } as const;
  const keys = Array.from({ length: 600 }, () => ids.guid());
  await store.transaction(() =>
    store.addAll(
      "runs",
      keys.map((key) => ({ key, ...run })),
    ),
  );
  await room.settle();
  await room.second.run(pauseNode, await keyOfFirst());
  const { store: other } = room.second.context;
  const homes = async () => ({
    request: await other.homes.of("reqbatch", request.key),
    runs: (await Promise.all(keys.map((key) => other.homes.of("runs", key)))).filter((home) => home === "n2").length,
  });
  // The process ends before the commit of the first page.
  const killed = other.transaction(async () => {
    await other.homes.takeOver("n1", 500);
    throw new Error("the process ends here");
  });
  await expect(killed).rejects.toThrow("the process ends here");
  expect(await homes()).toEqual({ request: "n1", runs: 0 });
  expect(await room.second.run(takeOverNode, await keyOfFirst())).toMatchObject({ taken: 500, left: true });
  const between = await homes();
  expect(between).toMatchObject({ request: "n1" });
  expect(between.runs).toBeGreaterThan(0);
  expect(await wakes(room.second)).not.toContain(request.key);
  expect(await room.second.step(request)).toEqual({ do: "finished" });
  await takeOver();
  expect(await homes()).toEqual({ request: "n2", runs: 600 });
  expect(await takeOver()).toEqual([0]);
  expect(await operations(room.second, request)).toMatchObject([{ sends: 1 }]);
});

test("a node that comes back learns it: its writes are refused by the epoch and listed, and it performs nothing", async () => {
  const [one, two, handed] = [await submit(), await submit("T2"), await submit()];
  await room.first.decide("bob", handed, approve);
  room.clock.advance(1_000);
  await room.settle();
  await room.second.run(pauseNode, await keyOfFirst());
  await takeOver();
  // Both have gone on meanwhile: the node that was cut off with a request that is no longer its own.
  await room.first.decide("bob", one, approve);
  await room.first.decide("bob", two, approve);
  await room.second.decide("bob", one, { phase: 1, decision: "deny" });
  await room.second.run(resumeNode, await keyOfFirst());
  await room.settle();
  for (const node of [room.first, room.second]) {
    expect(await node.request(one)).toMatchObject({ status: "D" });
    expect(await node.request(two)).toMatchObject({ status: "W" });
    const rows = await node.context.store.select("decisions", { orderBy: [["decidedAt", "asc"]] });
    expect(rows).toMatchObject([{ requestKey: handed.key }, { requestKey: one.key, decision: "deny" }]);
    expect(await losses(node, "decisions")).toHaveLength(2);
    expect((await losses(node, "reqbatch")).map(({ column }) => column)).toContain("status");
  }
  expect(await room.first.context.store.moments.waiting([one.key, two.key])).toEqual(new Set());
  expect(await wakes(room.first)).toContain(one.key);
  const [operation] = await operations(room.first, handed);
  const order = room.first.proxy.orders([operation?.key ?? ""]);
  await expect(order).rejects.toMatchObject({ code: "OWNED_BY_NODE" });
  expect(await room.first.step(one)).toEqual({ do: "finished" });
  expect(await wakes(room.first)).not.toContain(one.key);
  expect(await room.first.decide("cy", two, approve)).toMatchObject({ sentTo: "n2" });
  // What it does from now on arrives: nothing of it is held.
  const later = await submit();
  await room.settle();
  expect(await room.second.request(later)).toMatchObject({ status: "W" });
});

test("of two nodes that take the same over the one with the later claim has it, on both", async () => {
  const third = await room.join("n3");
  const request = await submit("T2");
  await room.settle();
  await room.second.run(pauseNode, await keyOfFirst());
  await room.settle(room.second, third);
  await takeOver(room.second);
  room.clock.advance(1_000);
  await takeOver(third);
  await room.second.decide("bob", request, { phase: 1, decision: "approve" });
  await third.decide("cy", request, { phase: 1, decision: "deny" });
  await room.settle(room.second, third);
  for (const node of [room.second, third]) {
    expect(await node.request(request)).toMatchObject({ status: "D" });
    expect(await node.context.store.select("decisions")).toMatchObject([{ userKey: room.first.keyOf("cy") }]);
  }
  expect(await room.second.context.store.homes.elsewhere("reqbatch", request.key)).toBe("n3");
  expect(await room.second.step(request)).toEqual({ do: "finished" });
});

test("a node that comes back hands out no work before it has asked another node, and none while it is paused there", async () => {
  const { first, second, clock } = room;
  await room.settle();
  expect(await first.context.nodes.standsBy()).toBeUndefined();
  const key = await keyOfFirst();
  await second.run(pauseNode, key);
  const refused = async () => {
    const code = await first.refusal(pullChanges, { name: "n2", waitSeconds: 0 });
    await first.run(recordFailedPull, { name: "n2", error: code, code });
    return code;
  };
  expect(await refused()).toBe("NODE_PAUSED");
  expect(await first.context.nodes.standsBy()).toBe("node n2 says that this node is paused there");
  const orders = handOutFrom(new Map(), []);
  const proxy = callerOf({ key: "", id: "local", superuser: false }, { kind: "proxy", key: null });
  const asked = (operationKey: string) =>
    invoke(orders, first.context, proxy, { operationKeys: [operationKey] }).catch(({ code }: { code: string }) => code);
  expect([await asked("one"), await asked("signIn:one")]).toEqual(["NODE_STANDS_BY", "FORBIDDEN"]);
  // An answer that does not come says nothing about the state.
  await first.run(recordFailedPull, { name: "n2", error: "away", code: "NODE_AWAY" });
  expect(await first.context.nodes.standsBy()).toMatch(/paused there/);
  expect(await first.run(showNodeStatus, {})).toMatchObject({ standsBy: expect.stringMatching(/paused/) as string });
  await second.run(resumeNode, key);
  await room.settle();
  expect(await first.context.nodes.standsBy()).toBeUndefined();
  clock.advance(600_000);
  expect(await first.context.nodes.standsBy()).toMatch(/has not asked another node/);
  await room.settle();
  expect(await first.context.nodes.standsBy()).toBeUndefined();
});

test("a node that comes back, and cannot apply what a newer one has changed meanwhile, hands out no work before it is upgraded", async () => {
  const { first, clock } = room;
  await room.settle();
  const { store } = first.context;
  const change = (text: string) =>
    withDatabase({ databaseUrl: first.databaseUrl }, (database) =>
      database.transactions.run(async () => void (await database.write(text))),
    );
  const held =
    "INSERT INTO `replicationHeld` (`origin`, `seq`, `reason`, `since`, `retryAt`, `schemaVersion`, `peer`) " +
    `VALUES ('n9:0', 1, 'unknownColumn', ${clock.now()}, ${clock.now() + 10_000_000}, ${schemaVersion()}, 'n2')`;
  await change(held);
  const pull = () => first.run(pullChanges, { name: "n2", waitSeconds: 0 });
  await pull();
  // It was there all the time, so it would have been told.
  expect(await first.context.nodes.standsBy()).toBeUndefined();
  clock.advance(600_000);
  await pull();
  expect(await first.context.nodes.standsBy()).toMatch(/was away.*node n2.*upgrade the older one/);
  await pull();
  expect((await store.get("nodeLinks", "n2"))?.toldState).toBe("apart");
  await change("DELETE FROM `replicationHeld`");
  await pull();
  expect(await first.context.nodes.standsBy()).toBeUndefined();
});
