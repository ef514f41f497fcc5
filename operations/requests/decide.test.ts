import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { invoke } from "#operations/kernel/invoke.ts";
import { override as overrideDecision } from "#operations/requests/override.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

let room: RequestRoom;
let request: { key: string };
const approve = { phase: 1, decision: "approve" };

beforeAll(async () => {
  room = await openRequestRoom({
    targets: { T1: [{ authorizers: ["bob", "cy"], minApprovals: 2 }, { authorizers: ["dan"] }] },
  });
});
afterAll(() => room.close());
beforeEach(async () => {
  request = await room.submit([{ code: "ACUA", targetSystemKey: "T1", attributes: { mail: "a@b.c" } }]);
  await room.step(request);
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const decisions = () => room.store.count("decisions", { requestKey: request.key });
const phases = async () =>
  (
    await room.store.select("requestPhases", { where: { requestKey: request.key }, orderBy: [["sequence", "asc"]] })
  ).map(({ state }) => state);

describe("a decision", () => {
  test("is recorded with its comment", async () => {
    await room.decide("bob", request, { ...approve, comment: "fine" });
    const [row] = await room.store.select("decisions", { where: { requestKey: request.key } });
    expect(row).toMatchObject({
      phase: 1,
      userKey: room.keyOf("bob"),
      decision: "approve",
      comment: "fine",
      decidedAt: room.clock.now(),
    });
    const audit = await room.store.select("sesslog_full", { where: { batchId: request.key, operation: "RQDC" } });
    expect(audit).toMatchObject([{ result: "S", actor: room.keyOf("bob"), message: "phase 1 approve" }]);
  });

  test("that completes a phase opens the next one at once; the last one wakes the request", async () => {
    const wakes = async () => (await room.store.outbox.lease(100)).length;
    await wakes();
    await room.decide("bob", request, approve);
    expect(await phases()).toEqual(["open", "pending"]);
    await room.decide("cy", request, approve);
    expect(await phases()).toEqual(["approved", "open"]);
    expect(await wakes()).toBe(0);
    await room.decide("dan", request, { phase: 2, decision: "approve" });
    expect(await phases()).toEqual(["approved", "approved"]);
    expect(await wakes()).toBe(1);
    expect(await room.step(request)).toMatchObject({ do: "perform" });
  });

  test("is refused to somebody who is no authorizer of that phase", async () => {
    expect(await refusal(room.decide("dan", request, approve))).toMatchObject({ code: "FORBIDDEN", kind: "forbidden" });
    expect(await refusal(room.decide("ada", request, approve))).toMatchObject({ kind: "forbidden" });
  });

  test("is refused a second time", async () => {
    await room.decide("bob", request, approve);
    expect(await refusal(room.decide("bob", request, { phase: 1, decision: "deny" }))).toMatchObject({
      code: "ALREADY_DECIDED",
      kind: "conflict",
    });
  });

  test("is refused in a phase that is not open yet, or not any more", async () => {
    // Its people are found when it opens: until then it has none.
    expect(await refusal(room.decide("dan", request, { phase: 2, decision: "approve" }))).toMatchObject({
      code: "FORBIDDEN",
    });
    await room.decide("bob", request, approve);
    await room.decide("cy", request, approve);
    expect(await refusal(room.decide("bob", request, approve))).toMatchObject({ code: "ALREADY_DECIDED" });
    const override = (sequence: number) =>
      invoke(
        overrideDecision,
        room.context,
        { ...room.as("dan"), superuser: true },
        {
          key: request.key,
          phase: sequence,
          decision: "deny",
          comment: "a mistake",
        },
      );
    expect(await refusal(override(1))).toMatchObject({ code: "PHASE_CLOSED" });
    await room.decide("dan", request, { phase: 2, decision: "deny" });
    expect(await refusal(override(2))).toMatchObject({
      code: "REQUEST_FINAL",
      kind: "conflict",
    });
  });

  test("needs a reason where the phase asks for one", async () => {
    const [phase] = await room.store.select("requestPhases", { where: { requestKey: request.key, sequence: 1 } });
    const key = phase?.key ?? "";
    await room.store.transaction(() => room.store.save("requestPhases", { key, reasonRequired: "denial" }));
    const refused = await refusal(room.decide("bob", request, { phase: 1, decision: "deny" }));
    expect(refused).toMatchObject({ code: "REASON_REQUIRED", kind: "invalid", target: "comment" });
    await room.decide("bob", request, approve);
    await room.decide("cy", request, { phase: 1, decision: "deny", comment: "not needed" });
    expect(await phases()).toEqual(["denied", "pending"]);
  });

  test("is refused when the request has expired", async () => {
    room.clock.advance(31 * 24 * 3_600_000);
    expect(await refusal(room.decide("bob", request, approve))).toMatchObject({ code: "PHASE_CLOSED" });
  });

  test("of a request that does not exist is refused without telling so", async () => {
    expect(await refusal(room.decide("bob", { key: "none" }, approve))).toMatchObject({ code: "FORBIDDEN" });
  });

  test("on a phase that the request does not have is refused by a code of its own", async () => {
    const refused = await refusal(room.decide("bob", request, { phase: 3, decision: "approve" }));
    expect(refused).toMatchObject({ code: "PHASE_UNKNOWN", target: "phase" });
  });

  const unfit = [
    [{ phase: 0, decision: "approve" }, "phase"],
    [{ phase: 1, decision: "maybe" }, "decision"],
    [{ ...approve, comment: " " }, "comment"],
    [{ ...approve, colour: "red" }, "colour"],
  ] as const;
  test.each(unfit)("that does not fit (%o) names %s", async (part, target) => {
    expect(await refusal(room.decide("bob", request, part))).toMatchObject({ code: "INPUT_INVALID", target });
    expect(await decisions()).toBe(0);
  });
});

describe("expect", () => {
  const operations = [{ code: "ACUA", targetSystemKey: "T1", attributes: { mail: "a@b.c" } }];

  test("that fits lets the decision pass", async () => {
    await room.decide("bob", request, { ...approve, expect: { recipient: room.keyOf("ada"), operations } });
    expect(await decisions()).toBe(1);
  });

  test.each([
    [{ recipient: "somebody" }, "expect/recipient"],
    [{ operations: [] }, "expect/operations"],
    [{ operations: [{ ...operations[0], attributes: { mail: "x@y.z" } }] }, "expect/operations/0/attributes"],
  ])("that does not fit (%o) decides nothing", async (expected, target) => {
    const error = await refusal(room.decide("bob", request, { ...approve, expect: expected }));
    expect(error).toMatchObject({ code: "EXPECTATION_FAILED", kind: "preconditionFailed", target });
    expect(await decisions()).toBe(0);
  });
});
