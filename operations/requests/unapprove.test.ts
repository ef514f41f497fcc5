import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { invoke } from "#operations/kernel/invoke.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { unapprove } from "./unapprove.ts";

let room: RequestRoom;
let request: { key: string };
beforeAll(async () => {
  room = await openRequestRoom({
    people: ["ada", "bob", "cy", "dan", "eve"],
    targets: { T1: [{ authorizers: ["bob", "cy", "eve"], minApprovals: 2, maxDenials: 2 }, { authorizers: ["dan"] }] },
  });
});
afterAll(() => room.close());
beforeEach(async () => {
  request = await room.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
});

const takeBack = (id: string, phase = 1) => invoke(unapprove, room.context, room.as(id), { key: request.key, phase });
const say = (id: string, decision = "approve", phase = 1) => room.decide(id, request, { phase, decision });
const decisions = () =>
  room.store.select("decisions", { where: { requestKey: request.key }, orderBy: [["round", "asc"]] });
const waitsFor = async () => {
  const rows = await room.store.select("requestAuthorizers", { where: { requestKey: request.key, waits: true } });
  return ["bob", "cy", "dan", "eve"].filter((id) => rows.some(({ userKey }) => userKey === room.keyOf(id)));
};
const stateOf = async (sequence: number) =>
  (await room.store.select("requestPhases", { where: { requestKey: request.key, sequence } }))[0]?.state;

test("what was taken back is kept and counts no longer, and its author may decide again", async () => {
  await say("bob");
  expect(await waitsFor()).toEqual(["cy", "eve"]);
  room.clock.advance(1000);
  expect(await takeBack("bob")).toEqual({ requestKey: request.key, phase: 1 });
  expect(await waitsFor()).toEqual(["bob", "cy", "eve"]);
  const voided = { decision: "approve", voidedAt: room.clock.now(), voidedBecause: "unapproved" };
  expect(await decisions()).toMatchObject([voided]);
  await say("cy");
  expect(await stateOf(1)).toBe("open");
  await say("bob");
  expect(await stateOf(1)).toBe("approved");
  const mine = (await decisions()).filter(({ userKey }) => userKey === room.keyOf("bob"));
  expect(mine).toMatchObject([voided, { decision: "approve", round: 2, voidedAt: null, voidedBecause: null }]);
  const audit = await room.store.select("sesslog_full", { where: { batchId: request.key, operation: "RQUA" } });
  expect(audit).toMatchObject([{ result: "S", actor: room.keyOf("bob"), message: "phase 1" }]);
});

test("a denial that has not ended the phase can be taken back, too", async () => {
  await say("bob", "deny");
  await takeBack("bob");
  await say("bob");
  await say("cy");
  expect(await stateOf(1)).toBe("approved");
});

test("what a phase was decided by stays", async () => {
  await say("bob");
  await say("cy");
  await expect(takeBack("bob")).rejects.toMatchObject({ code: "PHASE_CLOSED", kind: "conflict" });
  await say("dan", "deny", 2);
  await room.step(request);
  await expect(takeBack("dan", 2)).rejects.toMatchObject({ code: "REQUEST_FINAL" });
  expect((await decisions()).map(({ voidedAt }) => voidedAt)).toEqual([null, null, null]);
});

test("who has said nothing that counts has nothing to take back", async () => {
  await expect(takeBack("bob")).rejects.toMatchObject({ code: "NOT_DECIDED", target: "phase" });
  await say("bob");
  await takeBack("bob");
  await expect(takeBack("bob")).rejects.toMatchObject({ code: "NOT_DECIDED" });
  await expect(takeBack("ada")).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(takeBack("dan")).rejects.toMatchObject({ code: "FORBIDDEN" });
});
