import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { invoke } from "#operations/kernel/invoke.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { explainRequest } from "./explain-request.ts";
import { unapprove } from "./unapprove.ts";

let room: RequestRoom;
let request: { key: string };
beforeAll(async () => {
  room = await openRequestRoom({
    targets: { T1: [{ authorizers: ["bob", "cy"], minApprovals: 2 }, { authorizers: ["dan"] }] },
  });
});
afterAll(() => room.close());
beforeEach(async () => {
  const create = (shortId: string) => ({ code: "ACUA", targetSystemKey: "T1", attributes: { shortId } });
  request = await room.submit([create("ada"), create("ada2"), create("ada3")]);
});

const say = (id: string, decision: string, operations?: readonly number[], phase = 1) =>
  room.decide(id, request, { phase, decision, ...(operations && { operations }) });
const results = async () => (await room.operations(request)).map(({ result, errorCode }) => result ?? errorCode);
const phases = async () =>
  (
    await room.store.select("requestPhases", { where: { requestKey: request.key }, orderBy: [["sequence", "asc"]] })
  ).map(({ state }) => state);
const explain = () => invoke(explainRequest, room.context, room.as("ada"), { key: request.key });

describe("a decision about single operations", () => {
  test("denies these, and the others go on without them", async () => {
    await say("bob", "deny", [2]);
    await say("bob", "approve");
    expect((await explain()).phase).toMatchObject({ outcome: "open", approvals: 1, approvalsMissing: 1 });
    await say("cy", "approve");
    expect(await phases()).toEqual(["approved", "open"]);
    expect(await results()).toEqual([null, "R", null]);
    await say("dan", "approve", undefined, 2);
    expect(await room.step(request)).toMatchObject({ do: "perform" });
    expect(await results()).toEqual(["P", "R", "P"]);
    const [, denied] = await room.operations(request);
    expect(denied).toMatchObject({ errorCode: "DENIED", finishedAt: room.clock.now() });
  });

  test("denies the request where each is denied", async () => {
    await say("bob", "deny", [1, 2]);
    await say("cy", "deny", [3]);
    await room.step(request);
    expect((await room.row(request)).status).toBe("D");
    expect(await results()).toEqual(["R", "R", "R"]);
  });

  test("waits for those who have said nothing about the others", async () => {
    await say("bob", "approve", [1]);
    await say("cy", "approve");
    expect(await phases()).toEqual(["open", "pending"]);
    expect((await explain()).waitsFor).toMatchObject([{ userKey: room.keyOf("bob") }]);
    await say("bob", "approve");
    expect(await phases()).toEqual(["approved", "open"]);
    const mine = await room.store.select("decisions", {
      where: { requestKey: request.key, userKey: room.keyOf("bob") },
      orderBy: [["round", "asc"]],
    });
    const [first, second, third] = await room.operations(request);
    expect(mine.map(({ operationKeys }) => operationKeys)).toEqual([[first?.key], [second?.key, third?.key]]);
  });

  test("is taken back with all others of its author in the phase", async () => {
    await say("bob", "deny", [2]);
    await say("bob", "approve", [1]);
    await invoke(unapprove, room.context, room.as("bob"), { key: request.key, phase: 1 });
    await say("bob", "approve");
    await say("cy", "approve");
    expect(await results()).toEqual([null, null, null]);
    expect(await phases()).toEqual(["approved", "open"]);
  });

  test.each([
    [[2], [2], "ALREADY_DECIDED", "operations"],
    [[1, 2, 3], undefined, "ALREADY_DECIDED", "operations"],
    [[2], [4], "OPERATION_UNKNOWN", "operations/0"],
    [undefined, [2], "ALREADY_DECIDED", "phase"],
    [[1], [], "INPUT_INVALID", "operations"],
  ] as const)("after one about %j is refused about %j", async (before, now, code, target) => {
    await say("bob", "approve", before);
    await expect(say("bob", "deny", now)).rejects.toMatchObject({ code, target });
  });

  test("that was denied cannot be decided in later phases", async () => {
    await say("bob", "deny", [2]);
    await say("bob", "approve");
    await say("cy", "approve");
    await expect(say("dan", "approve", [2], 2)).rejects.toMatchObject({ code: "OPERATION_UNKNOWN" });
  });
});
