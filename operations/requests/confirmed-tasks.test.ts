import { afterEach, beforeEach, expect, test } from "vitest";

import { listing } from "#domain/access/grant-reasons.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { CallContext } from "#operations/kernel/context.ts";
import { withAccessCause } from "#store/grants/access-cause.ts";
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
    withAccessCause(listing, () =>
      room.store.save("accounts", {
        key: room.context.ids.guid(),
        targetSystemKey: "BADGES",
        stableId: "card-4711",
        longId: "Card 4711",
        shortId: "4711",
        displayId: "4711",
        ...part,
      }),
    ),
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

test("what a discovery confirms is access that the request gave, with the end that it asked for", async () => {
  const own = { code: "ACUA", targetSystemKey: "BADGES", attributes: { shortId: "4712" }, forHours: 5 };
  const second = await room.submit([own]);
  await room.step(second);
  await room.act("bob", acceptTask, second);
  await room.act("bob", completeTask, second, { stableId: "card-4712" });
  await found({ userKey: null });
  await found({ stableId: "card-4712", longId: "Card 4712", shortId: "4712", userKey: room.keyOf("ada") });
  await discover();
  const grants = await room.store.select("grants", { where: { endedAt: null }, orderBy: [["accountName", "asc"]] });
  expect(grants.map(({ because, requestKey, until }) => [because, requestKey, until])).toEqual([
    ["request", request.key, null],
    ["request", second.key, room.clock.now() + 5 * hourMs],
  ]);
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
