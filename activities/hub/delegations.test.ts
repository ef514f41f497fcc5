import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { addDelegation } from "#operations/delegations/add-delegation.ts";
import { acceptDelegation, endDelegationNow } from "#operations/delegations/change-delegations.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { edit } from "#operations/requests/edit.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { endDelegations, handleMoments } from "./moments.ts";

const hourMs = 3_600_000;
const create = { code: "ACUA", targetSystemKey: "T1" };
const targets = {
  T1: [{ authorizers: ["bob"], mayEdit: true }],
  TWO: [{ authorizers: ["bob", "cy"], minApprovals: 2 }],
};
let room: RequestRoom;
beforeEach(async () => {
  const people = ["ada", "bob", "cy", "dan", "eve"];
  const options = { people, targets: { ...targets, NEXT: [{ authorizers: ["cy"] }, { authorizers: ["bob"] }] } };
  room = await openRequestRoom(options, { reminderIntervalHours: 0 });
});
afterEach(() => room.close());

async function handle(): Promise<void> {
  const options = { context: room.context, signal: new AbortController().signal };
  await handleMoments(options, "delegation");
  await handleMoments(options);
}

/** A delegation that was accepted. */
async function delegate(from: string, to: string, part: object = {}): Promise<string> {
  const given = { delegatorKey: null, delegateKey: room.keyOf(to), reason: "on holiday", ...part };
  const { key } = await invoke(addDelegation, room.context, room.as(from), given);
  await invoke(acceptDelegation, room.context, room.as(to), { key });
  return key;
}
const end = (key: string, as = "bob") => invoke(endDelegationNow, room.context, room.as(as), { key });
const approve = (id: string, request: { key: string }, phase = 1) =>
  room.decide(id, request, { phase, decision: "approve" });

/** Returns the authorizers, each with the ways that led to them. */
async function asked(request: { key: string }, phase = 1): Promise<string[]> {
  const { store } = room;
  const [row] = await store.select("requestPhases", { where: { requestKey: request.key, sequence: phase } });
  const authorizers = await store.select("requestAuthorizers", { where: { requestPhaseKey: row?.key ?? "" } });
  const ids = new Map(["ada", "bob", "cy", "dan", "eve"].map((id) => [room.keyOf(id), id]));
  const named = (way: string) =>
    way.replace(/^user\(.*/, "named").replace(/:(.*)$/, (_, key: string) => `:${ids.get(key)}`);
  return authorizers.map(({ userKey, via }) => `${ids.get(userKey)} ${(via ?? []).map(named).join(" ")}`).toSorted();
}
async function replayed(request: { key: string }): Promise<unknown> {
  return (await invoke(replayRequest, room.context, engineCaller("cli", "check"), request)).findings;
}

describe("who was delegated to", () => {
  test("is asked in each phase that opens, along the chain, and decides for who delegates", async () => {
    await delegate("bob", "dan");
    await delegate("dan", "eve");
    const request = await room.submit([{ ...create, targetSystemKey: "NEXT" }]);
    expect(await asked(request)).toEqual(["cy named"]);
    await approve("cy", request);
    expect(await asked(request, 2)).toEqual(["bob named", "dan delegation:bob", "eve delegation:dan"]);
    await approve("eve", request, 2);
    expect(await room.step(request)).toMatchObject({ do: "perform" });
    const decisions = await room.store.select("decisions", { where: { requestKey: request.key, phase: 2 } });
    expect(decisions).toMatchObject([{ userKey: room.keyOf("eve"), decidedFor: [room.keyOf("bob")] }]);
    expect(await replayed({ key: request.key })).toEqual([]);
  });

  test("comes into open phases when the delegation begins, and goes when it is over", async () => {
    const [request, decided] = [
      await room.submit([create]),
      await room.submit([{ ...create, targetSystemKey: "TWO" }]),
    ];
    const period = { beginsAt: room.clock.now() + hourMs, endsAt: room.clock.now() + 9 * hourMs };
    const key = await delegate("bob", "dan", period);
    await handle();
    expect(await asked(request)).toEqual(["bob named"]);
    room.clock.advance(hourMs);
    await handle();
    expect(await asked(request)).toEqual(["bob named", "dan delegation:bob"]);
    await approve("dan", decided);
    room.clock.advance(8 * hourMs);
    await handle();
    expect(await asked(request)).toEqual(["bob named"]);
    expect(await room.store.get("delegations", key)).toMatchObject({ state: "ended", endedByKey: null });
    // Decisions that were made in time stay, and so do the people who may be asked about them.
    expect(await asked(decided)).toEqual(["bob named", "cy named", "dan delegation:bob"]);
    await approve("cy", decided);
    expect(await room.step(decided)).toMatchObject({ do: "perform" });
    for (const one of [request, decided]) expect(await replayed({ key: one.key })).toEqual([]);
  });

  test("decides no more from the moment at which it is over or ended, whether or not a hub has looked", async () => {
    const request = await room.submit([create]);
    const key = await delegate("bob", "dan", { endsAt: room.clock.now() + hourMs });
    await handle();
    await end(key, "dan");
    await expect(approve("dan", request)).rejects.toMatchObject({ code: "NOT_AN_AUTHORIZER" });
    const other = { key: request.key, operations: [{ sequence: 1, attributes: { shortId: "of-dan" } }] };
    await expect(invoke(edit, room.context, room.as("dan"), other)).rejects.toMatchObject({ code: "NOT_EDITABLE" });
    await delegate("bob", "eve", { endsAt: room.clock.now() + hourMs });
    await handle();
    room.clock.advance(hourMs);
    await expect(approve("eve", request)).rejects.toMatchObject({ code: "NOT_AN_AUTHORIZER" });
    await approve("bob", request);
  });

  test("edits as long as it holds what who delegates may edit", async () => {
    const request = await room.submit([create]);
    const other = { key: request.key, operations: [{ sequence: 1, attributes: { shortId: "of-dan" } }] };
    await delegate("bob", "dan");
    await handle();
    expect(await invoke(edit, room.context, room.as("dan"), other)).toMatchObject({ changed: [1] });
  });

  test("is not asked until a moment that no date can be", async () => {
    const refused = delegate("bob", "dan", { endsAt: Number.MAX_SAFE_INTEGER });
    await expect(refused).rejects.toMatchObject({ code: "INPUT_INVALID", target: "endsAt" });
  });

  test("is asked about one request alone, before who is asked about all", async () => {
    const [one, other] = [await room.submit([create]), await room.submit([create])];
    await delegate("bob", "dan");
    await delegate("bob", "eve", { requestKey: one.key });
    await handle();
    expect(await asked(one)).toEqual(["bob named", "eve delegation:bob"]);
    expect(await asked(other)).toEqual(["bob named", "dan delegation:bob"]);
  });

  test("counts once under two delegations, and once where they are asked themselves", async () => {
    await delegate("bob", "dan");
    await delegate("cy", "dan");
    const request = await room.submit([{ ...create, targetSystemKey: "TWO" }]);
    expect(await asked(request)).toEqual(["bob named", "cy named", "dan delegation:bob delegation:cy"]);
    await approve("dan", request);
    expect(await room.row(request)).toMatchObject({ status: "W" });
    const [decision] = await room.store.select("decisions", { where: { requestKey: request.key } });
    expect(decision?.decidedFor?.toSorted()).toEqual([room.keyOf("bob"), room.keyOf("cy")].toSorted());
    await approve("cy", request);
    expect(await room.step(request)).toMatchObject({ do: "perform" });
    expect(await replayed({ key: request.key })).toEqual([]);
  });

  test("stands in for nobody about what they ask for, or what is for them", async () => {
    await delegate("bob", "ada");
    const request = await room.submit([create]);
    expect(await asked(request)).toEqual(["bob named"]);
    await expect(approve("ada", request)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("has a word that was given before counted for who delegates from then on", async () => {
    const veto = { T1: [{ authorizers: ["bob", "dan"], veto: ["bob"], maxDenials: 2 }] };
    await room.close();
    room = await openRequestRoom({ targets: veto }, { reminderIntervalHours: 0 });
    const request = await room.submit([create]);
    await room.decide("dan", request, { phase: 1, decision: "deny" });
    expect(await room.row(request)).toMatchObject({ status: "W" });
    await delegate("bob", "dan");
    await handle();
    expect(await room.step(request)).toMatchObject({ do: "finished" });
    expect(await room.row(request)).toMatchObject({ status: "D" });
    expect(await replayed({ key: request.key })).toEqual([]);
  });
});

test.each(["bob", "dan"])("a delegation ends when %s is shut out, and stands in for nobody at once", async (id) => {
  const key = await delegate("bob", "dan");
  const before = await room.submit([create]);
  await room.store.transaction(() => room.store.save("users", { key: room.keyOf(id), disabled: true }));
  const request = await room.submit([create]);
  expect(await asked(request)).toEqual(id === "bob" ? [] : ["bob named"]);
  await expect(approve("dan", before)).rejects.toMatchObject({ code: "NOT_AN_AUTHORIZER" });
  await endDelegations({ context: room.context, signal: new AbortController().signal });
  await handle();
  expect(await room.store.get("delegations", key)).toMatchObject({ state: "ended", endedByKey: null });
  expect(await asked(before)).toEqual(["bob named"]);
  const audit = await room.store.select("sesslog_full", { where: { ident: key, operation: "DLEN" } });
  expect(audit).toMatchObject([{ result: "S", message: "somebody in it is disabled" }]);
});

test("a delegation for one request ends with it, and one for all goes on", async () => {
  const request = await room.submit([create]);
  const [one, all] = [await delegate("bob", "dan", { requestKey: request.key }), await delegate("bob", "eve")];
  const endSpent = () => endDelegations({ context: room.context, signal: new AbortController().signal });
  await endSpent();
  await room.decide("bob", request, { phase: 1, decision: "deny", comment: "no" });
  await room.step(request);
  expect((await room.store.get("delegations", one))?.state).toBe("accepted");
  await endSpent();
  const states = await Promise.all([one, all].map(async (key) => (await room.store.get("delegations", key))?.state));
  expect(states).toEqual(["ended", "accepted"]);
  const audit = await room.store.select("sesslog_full", { where: { ident: one, operation: "DLEN" } });
  expect(audit).toMatchObject([{ message: "its request has ended" }]);
});
