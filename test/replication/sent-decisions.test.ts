import { afterEach, beforeEach, expect, test } from "vitest";

import { takeSentDecisions } from "#activities/hub/sent-decisions.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { explainRequest } from "#operations/requests/explain-request.ts";
import { unapprove } from "#operations/requests/unapprove.ts";

import { openOwnedRoom, type OwnedNode, type OwnedRoom } from "./owned-room.ts";

let room: OwnedRoom;
let request: { readonly key: string };

beforeEach(async () => {
  room = await openOwnedRoom({
    targets: { T1: [{ authorizers: ["bob", "cy"], minApprovals: 1 }] },
  });
  request = await room.first.submit([{ code: "ACUA", targetSystemKey: "T1", attributes: { mail: "a@b.c" } }]);
  await room.settle();
});
afterEach(() => room.close());

const approve = { phase: 1, decision: "approve" };
const deny = { phase: 1, decision: "deny" };
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: unknown) => String((error as { readonly code?: string }).code ?? error),
  );
const decisions = ({ context: { store } }: OwnedNode) => store.select("decisions");
const sentAt = async ({ context: { store } }: OwnedNode) =>
  (await store.select("sentDecisions", { orderBy: [["sentAt", "asc"]] })).map(({ state, refusal }) => [state, refusal]);
const explained = ({ context }: OwnedNode, id: string) =>
  invoke(explainRequest, context, room.first.as(id), { key: request.key });

test("a decision made while the home is cut off is sent, counts once it has arrived there, and is performed once", async () => {
  const { second, first } = room;
  expect(await second.decide("bob", request, { ...approve, comment: "fine" })).toEqual({
    requestKey: request.key,
    phase: 1,
    decision: "approve",
    operations: [1],
    sentTo: "n1",
  });
  // Nothing of it counts at the node that has sent it.
  expect(await second.request(request)).toMatchObject({ status: "W" });
  expect(await decisions(second)).toEqual([]);
  await takeSentDecisions(second.context);
  expect(await sentAt(second)).toEqual([["sent", null]]);
  expect(await explained(second, "bob")).toMatchObject({
    homeNode: "n1",
    sentDecisions: [{ userKey: first.keyOf("bob"), phase: 1, decision: "approve", state: "sent" }],
  });
  expect(await refusalOf(second.decide("bob", request, deny))).toBe("ALREADY_DECIDED");
  await room.settle();
  await takeSentDecisions(first.context);
  await takeSentDecisions(first.context);
  expect(await first.request(request)).toMatchObject({ status: "X" });
  expect(await decisions(first)).toMatchObject([{ userKey: first.keyOf("bob"), decision: "approve", comment: "fine" }]);
  const audit = await first.context.store.select("sesslog_full", {
    where: { operation: "RQDC", result: "S" },
    orderBy: [["key", "asc"]],
  });
  const actor = first.keyOf("bob");
  expect(audit.toSorted((one, other) => (one.node < other.node ? -1 : 1))).toMatchObject([
    { actor, node: "n1", module: "idwfm", message: "phase 1 approve" },
    { actor, node: "n2", module: "rest", message: "phase 1 approve, sent to node n1" },
  ]);
  await room.settle();
  expect(await second.request(request)).toMatchObject({ status: "X" });
  expect(await sentAt(second)).toEqual([["taken", null]]);
  expect((await explained(second, "bob")).sentDecisions).toEqual([]);
  expect(await first.step(request)).toMatchObject({ do: "perform" });
  expect(await second.step(request)).toEqual({ do: "finished" });
});

test("of two decisions at two nodes one counts, and the author of the other is told", async () => {
  await room.second.decide("cy", request, deny);
  await room.first.decide("bob", request, approve);
  await room.settle();
  await takeSentDecisions(room.first.context);
  await room.settle();
  for (const node of [room.first, room.second]) {
    expect(await node.request(request)).toMatchObject({ status: "X" });
    expect(await decisions(node)).toMatchObject([{ userKey: room.first.keyOf("bob") }]);
    expect((await sentAt(node))[0]?.[0]).toBe("refused");
  }
  const { store } = room.first.context;
  const told = await store.select("notices", { where: { kind: "decisionRefused" } });
  expect(told).toMatchObject([{ userKey: room.first.keyOf("cy"), facts: { phase: 1, answer: "deny" } }]);
  expect(await room.second.context.store.count("notices", { kind: "decisionRefused" })).toBe(0);
});

test("the same is asked at the node that sends it: people, phase, and every other step is refused with the home", async () => {
  const { second } = room;
  expect(await refusalOf(second.decide("dan", request, approve))).toBe("FORBIDDEN");
  expect(await refusalOf(second.decide("bob", request, { ...approve, phase: 7 }))).toBe("PHASE_UNKNOWN");
  expect(await refusalOf(second.decide("bob", request, { ...approve, operations: [9] }))).toBe("OPERATION_UNKNOWN");
  expect(await sentAt(second)).toEqual([]);
  await room.first.decide("bob", request, approve);
  await room.settle();
  expect(await refusalOf(second.decide("cy", request, approve))).not.toBe("done");
  const withdraw = invoke(unapprove, second.context, room.first.as("bob"), { key: request.key, phase: 1 });
  expect(await refusalOf(withdraw)).not.toBe("done");
});

test("no node is believed that somebody may decide: the home asks again, and refuses in its own words", async () => {
  const { store, ids, clock } = room.second.context;
  const sent = { requestKey: request.key, phase: 1, decision: "approve", sentAt: clock.now(), expect: null } as const;
  await store.transaction(async () => {
    await store.add("sentDecisions", { ...sent, key: ids.guid(), userKey: room.first.keyOf("dan") });
    await store.add("sentDecisions", { ...sent, key: ids.guid(), userKey: "nobody", sentAt: clock.now() + 1 });
    await store.add("sentDecisions", { ...sent, key: ids.guid(), userKey: "nobody", requestKey: "of no request" });
  });
  await room.settle();
  await takeSentDecisions(room.first.context);
  expect(await decisions(room.first)).toEqual([]);
  expect(await room.first.request(request)).toMatchObject({ status: "W" });
  const states = await room.first.context.store.select("sentDecisions", { where: { requestKey: request.key } });
  expect(states.map(({ state, refusal }) => [state, refusal])).toEqual([
    ["refused", "FORBIDDEN"],
    ["refused", "FORBIDDEN"],
  ]);
});

test("a user who was disabled meanwhile decides nothing", async () => {
  await room.second.decide("bob", request, approve);
  const { store } = room.first.context;
  await store.transaction(() => store.save("users", { key: room.first.keyOf("bob"), disabled: true }));
  await room.settle();
  await takeSentDecisions(room.first.context);
  expect(await sentAt(room.first)).toEqual([["refused", "FORBIDDEN"]]);
  expect(await decisions(room.first)).toEqual([]);
});
