import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { openTaskRoom, type TaskRoom } from "#test/support/task-room.ts";

import { acceptTask } from "./accept-task.ts";
import { cancel } from "./cancel.ts";
import { completeTask } from "./complete-task.ts";
import { declineTask } from "./decline-task.ts";
import { failTask } from "./fail-task.ts";
import { handOnTask } from "./hand-on-task.ts";
import { replayRequest } from "./replay-request.ts";
import { resolveHold } from "./resolve-hold.ts";

const badge = { code: "ACUA", targetSystemKey: "BADGES" };
let room: TaskRoom;
let request: { key: string };
beforeEach(async () => {
  room = await openTaskRoom();
});
// Whatever has happened, the ledger tells the same as the rows.
afterEach(() => room.close());
const ask = async (...operations: readonly object[]) => {
  request = await room.submit(operations.length === 0 ? [badge] : operations);
  await room.step(request);
};
const refused = (code: string, target?: string) => ({ code, ...(target !== undefined && { target }) });

describe("a task", () => {
  test("is offered to all implementers of the target system, each of whom sees the request among those that wait", async () => {
    await ask();
    expect(await room.state(request)).toBe("I, P offered");
    expect(await room.waitsFor(request)).toEqual(["bob", "cy"]);
    const notices = await room.store.select("notices", { where: { kind: "taskOffered" } });
    expect(notices.map(({ userKey }) => userKey).toSorted()).toEqual([room.keyOf("bob"), room.keyOf("cy")].toSorted());
  });

  test("is accepted by one, completed with the ids of the account, and what depends on it goes on", async () => {
    await ask(badge, { code: "UPDA", targetSystemKey: "BADGES", attributes: { mail: "ada@example.org" } });
    expect(await room.state(request)).toBe("I, P offered, -");
    await room.act("bob", acceptTask, request);
    expect(await room.state(request)).toBe("I, P accepted bob, -");
    expect(await room.waitsFor(request)).toEqual(["bob"]);
    await room.act("bob", completeTask, request, { shortId: "4711", stableId: "card-4711", reason: "at the desk" });
    const [account] = await room.store.select("accounts", { where: { targetSystemKey: "BADGES" } });
    expect(account).toMatchObject({
      shortId: "4711",
      stableId: "card-4711",
      userKey: room.keyOf("ada"),
      enabled: null,
    });
    expect(await room.state(request)).toBe("X, S closed bob, -");
    await room.step(request);
    expect(await room.state(request)).toBe("I, S closed bob, P offered");
    await room.act("cy", completeTask, request, { operation: 2 });
    expect(await room.state(request)).toBe("C, S closed bob, S closed cy");
    const rows = await room.store.select("sesslog_full", { where: { operation: "ACUA", batchId: request.key } });
    expect(rows).toMatchObject([{ result: "S", account: "4711", actor: room.keyOf("ada"), message: "at the desk" }]);
  });

  test("is for those alone to whom it is offered, and for one of them once it is accepted", async () => {
    await ask();
    for (const action of [acceptTask, declineTask, completeTask])
      await expect(room.act("dan", action, request)).rejects.toMatchObject(refused("FORBIDDEN"));
    // The recipient reads the request, and does not say of it that it is done.
    await expect(room.act("ada", completeTask, request)).rejects.toMatchObject(refused("FORBIDDEN"));
    await room.act("bob", acceptTask, request);
    await expect(room.act("bob", acceptTask, request)).rejects.toMatchObject(refused("TASK_ACCEPTED", "operation"));
    for (const action of [acceptTask, declineTask, completeTask])
      await expect(room.act("cy", action, request)).rejects.toMatchObject(refused("TASK_TAKEN", "operation"));
    await expect(room.act("bob", acceptTask, request, { operation: 2 })).rejects.toMatchObject(
      refused("OPERATION_UNKNOWN", "operation"),
    );
    await room.act("bob", completeTask, request);
    await expect(room.act("bob", completeTask, request)).rejects.toMatchObject(refused("REQUEST_FINAL", "key"));
  });

  test("is never one of the recipient", async () => {
    await room.implementedBy({ userKey: room.keyOf("ada") });
    await ask();
    expect(await room.state(request)).toBe("H, P unassigned");
    expect((await room.row(request)).holdReason).toBe("Nobody is left to implement: operation 1 (ACUA on 'BADGES').");
  });

  test("comes back when the one who has it declines, and is on hold once nobody is left", async () => {
    await ask();
    await room.act("bob", acceptTask, request);
    await room.act("bob", declineTask, request, { reason: "no blank cards" });
    expect(await room.state(request)).toBe("I, P offered");
    expect(await room.waitsFor(request)).toEqual(["cy"]);
    await expect(room.act("bob", acceptTask, request)).rejects.toMatchObject(refused("NOT_AN_IMPLEMENTER"));
    const told = await room.store.select("notices", { where: { kind: "taskReturned" } });
    expect(told.map(({ userKey }) => userKey)).toEqual([room.keyOf("cy")]);
    await room.act("cy", declineTask, request);
    expect(await room.state(request)).toBe("H, P unassigned");
    const held = await room.store.select("notices", { where: { kind: "taskHeld" } });
    expect(held).toHaveLength(1);
  });

  test("that cannot be completed fails with the reason, and what depends on it is not begun", async () => {
    await ask(badge, { code: "UPDA", targetSystemKey: "BADGES", attributes: { mail: "ada@example.org" } });
    await expect(room.act("bob", failTask, request, { reason: " " })).rejects.toMatchObject(
      refused("INPUT_INVALID", "reason"),
    );
    await room.act("bob", failTask, request, { reason: "the printer is broken" });
    await room.step(request);
    expect(await room.state(request)).toBe("C, F closed bob, F");
    const [operation] = await room.operations(request);
    expect(operation).toMatchObject({ errorCode: "TASK_FAILED", errorMessage: "the printer is broken" });
  });

  test("is handed on to another implementer alone, who may give it back", async () => {
    await ask();
    for (const id of ["bob", "ada", "dan"])
      await expect(room.act("bob", handOnTask, request, { userKey: room.keyOf(id) })).rejects.toMatchObject(
        refused("IMPLEMENTER_UNFIT", "userKey"),
      );
    await room.act("bob", handOnTask, request, { userKey: room.keyOf("cy") });
    expect(await room.state(request)).toBe("I, P offered cy");
    await expect(room.act("bob", completeTask, request)).rejects.toMatchObject(refused("TASK_TAKEN"));
    await room.act("cy", declineTask, request);
    expect(await room.state(request)).toBe("I, P offered");
    expect(await room.waitsFor(request)).toEqual(["bob"]);
  });

  test("is completed, failed and handed on by superusers too, with a reason", async () => {
    await ask(badge);
    await expect(room.act("root", acceptTask, request)).rejects.toMatchObject(refused("FORBIDDEN"));
    await expect(room.act("root", completeTask, request)).rejects.toMatchObject(refused("REASON_REQUIRED", "reason"));
    await room.act("root", handOnTask, request, { userKey: room.keyOf("dan"), reason: "dan has the key" });
    expect(await room.state(request)).toBe("I, P offered dan");
    await room.act("root", completeTask, request, { reason: "told by phone" });
    expect(await room.state(request)).toBe("C, S closed root");
  });

  test("takes nobody's account: an ID that is on record is refused", async () => {
    const theirs = { key: room.context.ids.guid(), targetSystemKey: "BADGES", stableId: "card-1", shortId: "1" };
    await room.store.transaction(async () => {
      await room.store.save("accounts", { ...theirs, longId: "1", displayId: "1", userKey: room.keyOf("eve") });
    });
    await ask();
    const part = { shortId: "1", stableId: "card-1" };
    const taken = refused("TASK_OBJECT_TAKEN", "stableId");
    await expect(room.act("bob", completeTask, request, part)).rejects.toMatchObject(taken);
    await room.store.transaction(() => room.store.save("accounts", { key: theirs.key, userKey: null }));
    await expect(room.act("bob", completeTask, request, part)).rejects.toMatchObject(taken);
    expect(await room.state(request)).toBe("I, P offered");
    await room.act("root", completeTask, request, { ...part, reason: "it was his without an owner" });
    expect(await room.store.get("accounts", theirs.key)).toMatchObject({ userKey: room.keyOf("ada") });
  });

  test("whose row says otherwise than the ledger is found by a replay", async () => {
    await ask();
    await room.act("bob", acceptTask, request);
    const [operation] = await room.operations(request);
    const say = (implementerKey: string) =>
      room.store.transaction(() => room.store.save("requestOperations", { key: operation?.key ?? "", implementerKey }));
    await say(room.keyOf("dan"));
    const { findings } = await invoke(replayRequest, room.context, engineCaller("cli", "check"), { key: request.key });
    expect(findings).toMatchObject([
      { kind: "taskOffered", field: "implementer" },
      { kind: "taskAnswered", field: "implementer" },
    ]);
    await say(room.keyOf("bob"));
  });

  test("is refused if the request is not as its implementer has seen it", async () => {
    await ask();
    const expectation = { operations: [{ ...badge, attributes: { mail: "other@example.org" } }] };
    for (const action of [acceptTask, completeTask])
      await expect(room.act("bob", action, request, { expect: expectation })).rejects.toMatchObject(
        refused("EXPECTATION_FAILED"),
      );
    expect(await room.state(request)).toBe("I, P offered");
  });
});

describe("the status of a request", () => {
  test("waits for an implementer only while nothing else is in hand", async () => {
    await ask(badge, { code: "ACUA", targetSystemKey: "T1" });
    expect(await room.state(request)).toBe("X, P offered, P");
    const [, byConnector] = await room.operations(request);
    await room.answer(byConnector?.key ?? "", { result: "S", object: { id: "1", name: "ada", attributes: {} } });
    await room.step(request);
    expect(await room.state(request)).toBe("I, P offered, S");
    await room.act("bob", completeTask, request);
    expect(await room.state(request)).toBe("C, S closed bob, S");
  });

  test("ends with the task where that comes first", async () => {
    await ask(badge, { code: "ACUA", targetSystemKey: "T1" });
    await room.act("bob", completeTask, request);
    expect(await room.state(request)).toBe("X, S closed bob, P");
    const [, byConnector] = await room.operations(request);
    await room.answer(byConnector?.key ?? "", { result: "S", object: { id: "1", name: "ada", attributes: {} } });
    expect(await room.state(request)).toBe("C, S closed bob, S");
  });
});

describe("a hold without implementers", () => {
  const resolve = (part: object) => room.call("root", resolveHold, request, { reason: "so it goes on", ...part });
  beforeEach(async () => {
    await room.implementedBy();
    await ask();
  });

  test("says so", async () => {
    expect(await room.state(request)).toBe("H, P unassigned");
  });

  test("is resolved by naming implementers, none of whom is the recipient", async () => {
    const asBob = room.call("bob", resolveHold, request, { decision: "release", reason: "x" });
    await expect(asBob).rejects.toMatchObject(refused("FORBIDDEN"));
    for (const [part, target] of [
      [{ userKeys: [room.keyOf("ada")] }, "userKeys.0"],
      [{ userKeys: [room.context.ids.guid()] }, "userKeys.0"],
      [{ userKeys: [room.keyOf("dan")], minApprovals: 1 }, "minApprovals"],
    ] as const)
      await expect(resolve({ decision: "assign", ...part })).rejects.toMatchObject(refused("AUTHORIZER_UNFIT", target));
    expect(await resolve({ decision: "assign", userKeys: [room.keyOf("dan")] })).toMatchObject({ status: "I" });
    await room.act("dan", completeTask, request);
    expect(await room.state(request)).toBe("C, S closed dan");
  });

  test("is released to those who are implementers now, or stays", async () => {
    expect(await resolve({ decision: "release" })).toMatchObject({ status: "H" });
    await room.implementedBy({ userKey: room.keyOf("eve") });
    expect(await resolve({ decision: "release" })).toMatchObject({ status: "I" });
    expect(await room.waitsFor(request)).toEqual(["eve"]);
    expect((await room.row(request)).holdReason).toBeNull();
  });

  test("is resolved by failing the operation", async () => {
    expect(await resolve({ decision: "deny" })).toMatchObject({ status: "C" });
    expect(await room.state(request)).toBe("C, F closed");
  });

  test("cannot be cancelled, because what was approved has begun", async () => {
    await expect(room.call("ada", cancel, request)).rejects.toMatchObject(refused("NOT_CANCELLABLE", "key"));
  });
});
