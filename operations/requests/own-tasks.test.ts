import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { CallContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { openTaskRoom, type TaskRoom } from "#test/support/task-room.ts";

import { addDelegation } from "../delegations/add-delegation.ts";
import { acceptDelegation } from "../delegations/change-delegations.ts";
import { acceptTask } from "./accept-task.ts";
import { completeTask } from "./complete-task.ts";
import { confirmTasks } from "./engine/confirm-tasks.ts";
import { failTask } from "./fail-task.ts";
import { handOnTask } from "./hand-on-task.ts";

const hourMs = 3_600_000;
const badge = { code: "ACUA", targetSystemKey: "BADGES" };
let room: TaskRoom;
let request: { key: string };
const handle = async () => {
  const options = { context: room.context, signal: new AbortController().signal };
  await handleMoments(options, "delegation");
  await handleMoments(options);
};
afterEach(() => room.close());

describe("a recipient", () => {
  beforeEach(async () => {
    room = await openTaskRoom({}, { escalationTimeoutHours: 8, escalationLevels: 2 });
    await room.implementedBy({ userKey: room.keyOf("bob") });
    await room.store.transaction(async () => {
      await room.store.save("users", { key: room.keyOf("bob"), managerKey: room.keyOf("ada") });
      await room.store.save("users", { key: room.keyOf("ada"), managerKey: room.keyOf("dan") });
    });
    request = await room.submit([badge]);
    await room.step(request);
  });

  test("does not implement what is for themselves as the delegate of an implementer", async () => {
    const asked = { delegatorKey: null, delegateKey: room.keyOf("ada"), reason: "on holiday" };
    const period = { beginsAt: null, endsAt: room.clock.now() + 24 * hourMs };
    const { key } = await invoke(addDelegation, room.context, room.as("bob"), { ...asked, ...period });
    await invoke(acceptDelegation, room.context, room.as("ada"), { key });
    await handle();
    expect(await room.waitsFor(request)).toEqual(["bob"]);
    for (const action of [acceptTask, completeTask])
      await expect(room.act("ada", action, request)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("does not get it handed on, not even by a superuser", async () => {
    for (const id of ["bob", "root"])
      await expect(
        room.act(id, handOnTask, request, { userKey: room.keyOf("ada"), reason: "ada can do it" }),
      ).rejects.toMatchObject({ code: "IMPLEMENTER_UNFIT", target: "userKey" });
    expect(await room.state(request)).toBe("I, P offered");
  });

  test("does not get it by an escalation, which goes to the manager above", async () => {
    room.clock.advance(8 * hourMs);
    await handle();
    expect(await room.waitsFor(request)).toEqual(["bob", "dan"]);
  });

  test("does not complete or fail it as a superuser, with any reason", async () => {
    await room.store.transaction(() => room.store.save("users", { key: room.keyOf("ada"), superuser: true }));
    const ada = { ...room.as("ada"), superuser: true };
    const input = { key: request.key, operation: 1, reason: "I have it already" };
    const refused = { code: "NOT_AN_IMPLEMENTER" };
    await expect(invoke(completeTask, room.context, ada, input)).rejects.toMatchObject(refused);
    await expect(invoke(failTask, room.context, ada, input)).rejects.toMatchObject(refused);
    expect(await room.state(request)).toBe("I, P offered");
  });
});

test("an implementer who says done and has done nothing gets the task back each time, and gives nobody anything", async () => {
  room = await openTaskRoom();
  await room.store.transaction(() =>
    room.store.save("targetSystems", {
      id: "BADGES",
      type: "fault",
      address: { file: "none" },
      confirmBy: "discovery",
    }),
  );
  request = await room.submit([badge]);
  await room.step(request);
  await room.act("bob", acceptTask, request);
  for (let time = 1; time <= 3; time += 1) {
    await room.act("bob", completeTask, request, { shortId: "4711", reason: "done" });
    expect(await room.state(request)).toBe("X, P unconfirmed bob");
    room.clock.advance(hourMs);
    const caller = engineCaller("load", "discovery");
    const listing = { targetSystemKey: "BADGES", listedAt: room.clock.now() };
    await room.store.transaction(() => confirmTasks({ ...room.context, caller } as CallContext, listing));
    expect(await room.state(request)).toBe("I, P accepted bob");
    const [operation] = await room.operations(request);
    expect(operation).toMatchObject({ errorCode: "TASK_UNCONFIRMED" });
    expect(operation?.errorMessage).toContain("shows that there is no account '4711'");
  }
  expect(await room.store.count("accounts", { targetSystemKey: "BADGES" })).toBe(0);
  expect(await room.store.count("grants", { targetSystemKey: "BADGES" })).toBe(0);
  expect(await room.store.select("notices", { where: { kind: "taskReturned" } })).toHaveLength(3);
});
