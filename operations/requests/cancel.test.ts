import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { invoke } from "#operations/kernel/invoke.ts";
import { letAskForOthers } from "#test/support/ask-for-others.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { cancel } from "./cancel.ts";

let room: RequestRoom;
beforeAll(async () => {
  room = await openRequestRoom({ targets: { T1: [{ authorizers: ["bob"] }] } });
});
afterAll(() => room.close());

const submit = (part = {}) => room.submit([{ code: "ACUA", targetSystemKey: "T1" }], part);
const wakesOf = async ({ key }: { key: string }) =>
  (await room.store.outbox.open()).filter(({ workflowId }) => workflowId === key);
const cancelAs = (id: string, { key }: { key: string }) => invoke(cancel, room.context, room.as(id), { key });

describe("a request is cancelled", () => {
  test("while it waits for authorization, by its requester; its workflow is woken to end", async () => {
    const request = await submit();
    await room.step(request);
    expect(await cancelAs("ada", request)).toEqual({ key: request.key, status: "K" });
    expect(await room.row(request)).toMatchObject({ status: "K", active: false, finishedAt: room.clock.now() });
    expect(await room.operations(request)).toMatchObject([{ result: "R", errorCode: "CANCELLED" }]);
    expect(await wakesOf(request)).toHaveLength(1);
    expect(await room.step(request)).toEqual({ do: "finished" });
    expect(await wakesOf(request)).toHaveLength(0);
  });

  test("by its recipient, and before the engine has seen it", async () => {
    await letAskForOthers(room.context);
    const request = await submit({ recipientKey: room.keyOf("dan") });
    await cancelAs("dan", request);
    expect(await room.row(request)).toMatchObject({ status: "K" });
  });

  test("while it is scheduled", async () => {
    const request = await submit({ startAt: room.clock.now() + 60_000 });
    await room.step(request);
    await room.decide("bob", request, { phase: 1, decision: "approve" });
    await room.step(request);
    expect(await room.row(request)).toMatchObject({ status: "S" });
    await cancelAs("ada", request);
    expect(await room.row(request)).toMatchObject({ status: "K" });
  });
});

describe("a request is not cancelled", () => {
  test("by anybody else, its authorizers included", async () => {
    const request = await submit();
    await room.step(request);
    await expect(cancelAs("bob", request)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(cancelAs("cy", request)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("when its operations are being performed, or when it is closed", async () => {
    const request = await submit();
    await room.step(request);
    await room.decide("bob", request, { phase: 1, decision: "approve" });
    await room.step(request);
    await expect(cancelAs("ada", request)).rejects.toMatchObject({ code: "NOT_CANCELLABLE" });
    const denied = await submit();
    await room.step(denied);
    await room.decide("bob", denied, { phase: 1, decision: "deny" });
    await room.step(denied);
    await expect(cancelAs("ada", denied)).rejects.toMatchObject({ code: "REQUEST_FINAL" });
  });
});
