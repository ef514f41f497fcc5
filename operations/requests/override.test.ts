import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { invoke } from "#operations/kernel/invoke.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { callerOf } from "#test/support/service.ts";

import { override } from "./override.ts";

const root = callerOf({ key: "a6f0c0de-0000-4000-8000-000000000001", id: "root", superuser: true });
let room: RequestRoom;
let request: { key: string };
beforeAll(async () => {
  room = await openRequestRoom({
    targets: { T1: [{ authorizers: ["bob", "cy"], minApprovals: 2 }, { authorizers: ["dan"] }] },
  });
});
afterAll(() => room.close());
beforeEach(async () => {
  request = await room.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
});

const overrideAs = (caller: typeof root, part: object) =>
  invoke(override, room.context, caller, { key: request.key, phase: 1, comment: "both are away", ...part });
const phases = async () =>
  (
    await room.store.select("requestPhases", { where: { requestKey: request.key }, orderBy: [["sequence", "asc"]] })
  ).map(({ state }) => state);

describe("an override", () => {
  test("approves one phase and opens the next, and the decision says so", async () => {
    await overrideAs(root, { decision: "approve" });
    expect(await phases()).toEqual(["approved", "open"]);
    const [row] = await room.store.select("decisions", { where: { requestKey: request.key } });
    expect(row).toMatchObject({ userKey: root.key, decision: "approve", override: true, comment: "both are away" });
    const audit = await room.store.select("sesslog_full", { where: { batchId: request.key, operation: "RQOV" } });
    expect(audit).toMatchObject([{ result: "S", actor: root.key, message: "phase 1 approve" }]);
    await expect(room.decide("bob", request, { phase: 1, decision: "deny" })).rejects.toMatchObject({
      code: "PHASE_CLOSED",
    });
  });

  test("denies whatever was approved", async () => {
    await room.decide("bob", request, { phase: 1, decision: "approve" });
    await overrideAs(root, { decision: "deny" });
    await room.step(request);
    expect((await room.row(request)).status).toBe("D");
  });

  test("is for superusers, with a reason, in a phase that is open", async () => {
    await expect(overrideAs(room.as("bob"), { decision: "approve" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const unfit = [
      [{ decision: "approve", comment: null }, "comment"],
      [{ decision: "approve", comment: " " }, "comment"],
      [{ decision: "abstain" }, "decision"],
    ] as const;
    for (const [part, target] of unfit)
      await expect(overrideAs(root, part)).rejects.toMatchObject({ code: "INPUT_INVALID", target });
    await expect(overrideAs(root, { decision: "deny", phase: 2 })).rejects.toMatchObject({ code: "PHASE_CLOSED" });
    await expect(overrideAs(root, { decision: "deny", phase: 3 })).rejects.toMatchObject({ code: "PHASE_UNKNOWN" });
    expect(await room.store.count("decisions", { requestKey: request.key })).toBe(0);
  });
});
