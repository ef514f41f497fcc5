import { afterEach, beforeEach, expect, test } from "vitest";

import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";

import { openOwnedRoom, type OwnedRoom } from "./owned-room.ts";

let room: OwnedRoom;
let request: { readonly key: string };
let honest: readonly ReplicatedChange[];

beforeEach(async () => {
  room = await openOwnedRoom({ targets: { T1: [{ authorizers: ["bob", "cy"], minApprovals: 2 }] } });
  request = await room.first.submit([{ code: "ACUA", targetSystemKey: "T1", attributes: { mail: "a@b.c" } }]);
  await room.first.decide("bob", request, { phase: 1, decision: "approve" });
  await room.settle();
  const pull = { by: "n2", logEpoch: 0, position: 0, vector: {}, without: [], max: 5_000 };
  honest = (await room.first.context.store.replication.read(pull)).changes;
});
afterEach(() => room.close());

const lastOf = (table: string, operation: ReplicatedChange["operation"]) => {
  const found = honest.findLast((one) => one.table === table && one.operation === operation);
  if (found === undefined) throw new Error(`no ${operation} of ${table}`);
  return found;
};

/** Applies at the first node what the second one says with its own key; returns the reason for which it is held. */
async function told(lie: (next: Pick<ReplicatedChange, "origin" | "seq">) => ReplicatedChange) {
  const { replication } = room.first.context.store;
  const { vector, position, logEpoch } = await replication.asking("n2", 10);
  const origin = "n2:0";
  const change = lie({ origin, seq: (vector[origin] ?? 0) + 1 });
  const { held } = await replication.apply({ from: "n2", logEpoch, changes: [change], secrets: [], position, vector });
  return held.map(({ reason }) => reason);
}

const stampOf2 = (stamp: string) => stamp.replace(/n1$/, "n2");

test("a decision that another node writes into a request is held and named, and does not count", async () => {
  const real = lastOf("decisions", "insert");
  const key = room.first.context.ids.guid();
  const claim = stampOf2(real.stamps["key"] ?? "");
  const lie = { ...real, key, values: { ...real.values, key, userKey: room.first.keyOf("cy"), round: 1 } };
  const tenure = { node: "n2", epoch: 1, claim };
  expect(await told((next) => ({ ...lie, ...next, stamps: { key: claim }, tenure }))).toEqual(["foreignOwner"]);
  expect(await room.first.context.store.count("decisions")).toBe(1);
  expect(await room.first.request(request)).toMatchObject({ status: "W" });
});

test("neither a higher epoch nor the tenure of another node lets it write a part of a request that it does not have", async () => {
  const real = lastOf("requestOperations", "insert");
  const key = room.first.context.ids.guid();
  const claim = stampOf2(real.stamps["key"] ?? "");
  const lie = { ...real, key, values: { ...real.values, key }, stamps: { key: claim } };
  expect(await told((next) => ({ ...lie, ...next, tenure: { node: "n2", epoch: 9, claim } }))).toEqual([
    "foreignOwner",
  ]);
  expect(await room.first.operations(request)).toHaveLength(1);
});

test("a change of a row of another node is held", async () => {
  const made = lastOf("reqbatch", "insert");
  const stamps = { status: stampOf2(lastOf("decisions", "insert").stamps["key"] ?? "") };
  const lie = { ...made, operation: "update", values: { status: "D" }, stamps, base: made.stamps } as const;
  expect(await told((next) => ({ ...lie, ...next }))).toEqual(["foreignOwner"]);
  expect(await room.first.request(request)).toMatchObject({ status: "W" });
});
