import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

const dayMs = 24 * 3_600_000;
let room: RequestRoom;

beforeAll(async () => {
  room = await openRequestRoom({
    targets: {
      FREE: [],
      ONE: [{ authorizers: ["bob"] }],
      TWO: [{ authorizers: ["bob"] }, { authorizers: ["cy"] }],
      VETO: [{ authorizers: ["bob", "cy"], veto: ["bob"], maxDenials: 2 }],
      FEW: [{ authorizers: ["bob"], minApprovals: 2 }],
      REQUIRED: [{ authorizers: ["bob", "cy", "dan"], inputRequired: ["cy"] }],
    },
  });
});
afterAll(() => room.close());

const submit = (targetSystemKey: string, part = {}) => room.submit([{ code: "ACUA", targetSystemKey }], part);

const states = async (request: { key: string }) =>
  (
    await room.store.select("requestPhases", { where: { requestKey: request.key }, orderBy: [["sequence", "asc"]] })
  ).map(({ state }) => state);

describe("authorization", () => {
  test("goes through its phases one after another and then hands the operation out", async () => {
    const request = await submit("TWO");
    expect(await room.step(request)).toEqual({ do: "wait", waitMs: 30 * dayMs });
    expect(await room.row(request)).toMatchObject({ status: "W", active: true, lastUpdatedModule: "rest", version: 1 });
    expect(await states(request)).toEqual(["open", "pending"]);
    await room.decide("bob", request, { phase: 1, decision: "approve" });
    await room.step(request);
    expect(await states(request)).toEqual(["approved", "open"]);
    await room.decide("cy", request, { phase: 2, decision: "approve" });
    const [operation] = await room.operations(request);
    const chunks = [{ proxy: "local", operationKeys: [operation?.key] }];
    expect(await room.step(request)).toEqual({ do: "perform", chunks, waitMs: null });
    expect(await room.row(request)).toMatchObject({ status: "X", lastUpdatedModule: "idwfm" });
    expect(await room.operations(request)).toMatchObject([{ result: "P", proxyServer: "local", sends: 0 }]);
  });

  test("without phases approves at once", async () => {
    const request = await submit("FREE");
    expect(await room.step(request)).toMatchObject({ do: "perform" });
  });

  test("denied refuses every operation and ends the request", async () => {
    const request = await submit("VETO");
    await room.step(request);
    await room.decide("bob", request, { phase: 1, decision: "deny" });
    expect(await room.step(request)).toEqual({ do: "finished" });
    expect(await room.row(request)).toMatchObject({ status: "D", active: false, finishedAt: room.clock.now() });
    expect(await room.operations(request)).toMatchObject([{ result: "R", errorCode: "DENIED" }]);
    const audit = await room.store.select("sesslog_full", { where: { batchId: request.key, operation: "RQEN" } });
    expect(audit).toMatchObject([{ result: "F", module: "idwfm" }]);
    const wakes = await room.store.outbox.open();
    expect(wakes.filter(({ workflowId }) => workflowId === request.key)).toEqual([]);
  });

  test("with too few authorizers denies at once", async () => {
    const request = await submit("FEW");
    expect(await room.step(request)).toEqual({ do: "finished" });
    expect(await room.row(request)).toMatchObject({ status: "D" });
  });

  test("waits for one whose answer is required, and counts an abstention as no answer to wait for", async () => {
    const request = await submit("REQUIRED");
    await room.step(request);
    await room.decide("bob", request, { phase: 1, decision: "approve" });
    expect(await room.step(request)).toMatchObject({ do: "wait" });
    await room.decide("cy", request, { phase: 1, decision: "abstain" });
    expect(await room.step(request)).toMatchObject({ do: "perform" });
  });

  test("expires when nobody decides; a decision given in time still counts", async () => {
    const [late, decided] = [await submit("ONE"), await submit("ONE")];
    await room.step(late);
    await room.step(decided);
    await room.decide("bob", decided, { phase: 1, decision: "approve" });
    room.clock.advance(30 * dayMs);
    expect(await room.step(late)).toEqual({ do: "finished" });
    expect(await room.row(late)).toMatchObject({ status: "E" });
    expect(await room.operations(late)).toMatchObject([{ result: "R", errorCode: "EXPIRED" }]);
    expect(await room.step(decided)).toMatchObject({ do: "perform" });
  });

  test("given early waits for startAt", async () => {
    const request = await submit("ONE", { startAt: new Date(room.clock.now() + dayMs).toISOString() });
    await room.step(request);
    await room.decide("bob", request, { phase: 1, decision: "approve" });
    expect(await room.step(request)).toEqual({ do: "wait", waitMs: dayMs });
    expect(await room.row(request)).toMatchObject({ status: "S" });
    room.clock.advance(dayMs / 2);
    expect(await room.step(request)).toEqual({ do: "wait", waitMs: dayMs / 2 });
    room.clock.advance(dayMs / 2);
    expect(await room.step(request)).toMatchObject({ do: "perform" });
  });
});

describe("a repeated step", () => {
  test("gives the stored answer and changes nothing", async () => {
    const request = await submit("FREE");
    const first = await room.step(request, { ordinal: 0 });
    const before = await room.store.count("sesslog_full");
    expect(await room.step(request, { ordinal: 0 })).toEqual(first);
    expect(await room.store.count("sesslog_full")).toBe(before);
    expect(await room.operations(request)).toMatchObject([{ version: 2 }]);
  });

  test("asks once more when it has seen a wake that the stored answer has not", async () => {
    const request = await submit("ONE");
    await room.step(request, { ordinal: 0, wakes: 1 });
    await room.decide("bob", request, { phase: 1, decision: "approve" });
    expect(await room.step(request, { ordinal: 0, wakes: 2 })).toEqual({ do: "wait", waitMs: 1 });
    expect(await room.step(request, { ordinal: 1, wakes: 2 })).toMatchObject({ do: "perform" });
  });

  test("of a request that is unknown or closed says that it is finished", async () => {
    expect(await room.step({ key: "none" })).toEqual({ do: "finished" });
  });
});
