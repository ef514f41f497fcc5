import { afterEach, beforeEach, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import type { CallContext } from "#operations/kernel/context.ts";
import { openTaskRoom, type TaskRoom } from "#test/support/task-room.ts";

import { acceptTask } from "./accept-task.ts";
import { completeTask } from "./complete-task.ts";
import { confirmTasks } from "./engine/confirm-tasks.ts";

const hourMs = 3_600_000;
let room: TaskRoom;
let request: { key: string };
beforeEach(async () => {
  room = await openTaskRoom();
  await room.store.transaction(() =>
    room.store.save("targetSystems", {
      id: "BADGES",
      type: "fault",
      address: { file: "none" },
      confirmBy: "discovery",
    }),
  );
  request = await room.submit([{ code: "ACUA", targetSystemKey: "BADGES", attributes: { shortId: "4711" } }]);
  await room.step(request);
  await room.act("bob", acceptTask, request);
  await room.act("bob", completeTask, request, { stableId: "card-4711" });
});
// Whatever has happened, the ledger tells the same as the rows.
afterEach(() => room.close());

/** Ends a discovery whose listing began an hour after or, with a number, before everything else. */
const discover = (listedAt = room.clock.now() + hourMs) =>
  room.store.transaction(() =>
    confirmTasks({ ...room.context, caller: engineCaller("load", "discovery") } as CallContext, {
      targetSystemKey: "BADGES",
      listedAt,
    }),
  );
const found = (part: object) =>
  room.store.transaction(() =>
    room.store.save("accounts", {
      key: room.context.ids.guid(),
      targetSystemKey: "BADGES",
      stableId: "card-4711",
      longId: "Card 4711",
      shortId: "4711",
      displayId: "4711",
      ...part,
    }),
  );

test("a completed task is pending until the next discovery shows it, which a listing that began before cannot", async () => {
  expect(await room.state(request)).toBe("X, P unconfirmed bob");
  expect(await room.waitsFor(request)).toEqual([]);
  const { key } = await found({ userKey: null });
  await discover(room.clock.now() - hourMs);
  expect(await room.state(request)).toBe("X, P unconfirmed bob");
  await discover();
  expect(await room.state(request)).toBe("C, S closed bob");
  expect(await room.store.get("accounts", key)).toMatchObject({ userKey: room.keyOf("ada"), longId: "Card 4711" });
});

test("it comes back to its implementer with what was seen, and can be completed again", async () => {
  await discover();
  expect(await room.state(request)).toBe("I, P accepted bob");
  expect(await room.waitsFor(request)).toEqual(["bob"]);
  const [operation] = await room.operations(request);
  expect(operation).toMatchObject({ errorCode: "TASK_UNCONFIRMED" });
  expect(operation?.errorMessage).toMatch(/^The discovery of \S+Z shows that there is no account '4711'\.$/);
  const told = await room.store.select("notices", { where: { kind: "taskReturned" } });
  expect(told.map(({ userKey }) => userKey)).toEqual([room.keyOf("bob")]);
  await room.act("bob", completeTask, request);
  expect(await room.state(request)).toBe("X, P unconfirmed bob");
  await found({ stableId: "4711", userKey: room.keyOf("ada") });
  await discover();
  expect(await room.state(request)).toBe("C, S closed bob");
  expect(await room.operations(request)).toMatchObject([{ errorCode: null }]);
});

test("it comes back where the account that it names belongs to somebody else, or its implementer is away", async () => {
  await found({ userKey: room.keyOf("eve") });
  await room.store.transaction(() => room.store.save("users", { key: room.keyOf("bob"), disabled: true }));
  await discover();
  expect(await room.state(request)).toBe("I, P offered");
  const [operation] = await room.operations(request);
  expect(operation?.errorMessage).toContain("belongs to somebody else");
});
