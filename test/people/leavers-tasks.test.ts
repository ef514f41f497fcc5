import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { acceptTask } from "#operations/requests/accept-task.ts";
import { completeTask } from "#operations/requests/complete-task.ts";
import { declineTask } from "#operations/requests/decline-task.ts";
import { handOnTask } from "#operations/requests/hand-on-task.ts";
import type { Settings } from "#platform/settings/settings.ts";

import { openTaskRoom, type TaskRoom } from "../support/task-room.ts";

const badge = { code: "ACUA", targetSystemKey: "BADGES" };
let room: TaskRoom;
let request: { key: string };
afterEach(() => room.close());

/** Opens the room: `bob` works for `dan`, who works for `eve`. */
async function open(settings: Partial<Settings> = {}): Promise<void> {
  room = await openTaskRoom({}, settings);
  await room.store.transaction(async () => {
    await room.store.save("users", { key: room.keyOf("bob"), managerKey: room.keyOf("dan") });
    await room.store.save("users", { key: room.keyOf("dan"), managerKey: room.keyOf("eve") });
    // So that `ada` may request for `cy`.
    await room.store.save("users", { key: room.keyOf("cy"), managerKey: room.keyOf("ada") });
  });
  request = await room.submit([badge]);
  await room.step(request);
}

/** Lets a person leave now, and handles every step of leaving. */
async function leaves(id: string): Promise<void> {
  const key = room.keyOf(id);
  await room.store.transaction(async () => {
    await room.store.save("users", { key, endsAt: room.clock.now() });
    await room.store.moments.set({ key, kind: "user", at: room.clock.now() });
  });
  const options = { context: room.context, signal: new AbortController().signal };
  for (const kind of ["user", "leavingStep", "leavingStep"] as const) await handleMoments(options, kind);
}
const decisionsStep = async (id: string) => {
  const [step] = await room.store.select("leavingSteps", { where: { userKey: room.keyOf(id), step: "decisions" } });
  return [step?.state, step?.items];
};
const told = async (kind: "taskEscalated" | "taskReturned") =>
  (await room.store.select("notices", { where: { kind } })).map(({ userKey }) => userKey).toSorted();
const events = async () =>
  (await room.store.select("requestEvents", { where: { requestKey: request.key }, orderBy: [["sequence", "asc"]] }))
    .filter(({ kind }) => kind === "taskOffered")
    .map(({ content }) => JSON.parse(content) as unknown);

describe("the task of a leaver", () => {
  test("that was accepted is given back at once, with an event of the ledger, and offered to the manager too", async () => {
    await open();
    await room.act("bob", acceptTask, request);
    await leaves("bob");
    expect(await decisionsStep("bob")).toEqual(["done", 1]);
    expect(await room.state(request)).toBe("I, P offered");
    expect(await room.waitsFor(request)).toEqual(["cy", "dan"]);
    expect((await events()).at(-1)).toMatchObject({ state: "offered", implementer: null });
    expect(await told("taskEscalated")).toEqual([room.keyOf("dan")]);
    expect(await told("taskReturned")).toEqual([room.keyOf("cy"), room.keyOf("dan")].toSorted());
    await room.act("dan", completeTask, request);
    expect(await room.state(request)).toBe("C, S closed dan");
  });

  test("that is offered to them alone, or handed on to them, goes to the manager", async () => {
    await open();
    await room.implementedBy({ userKey: room.keyOf("bob") });
    const alone = await room.submit([badge], { recipientKey: room.keyOf("cy") });
    await room.step(alone);
    await room.act("cy", handOnTask, request, { userKey: room.keyOf("bob") });
    await leaves("bob");
    expect(await room.waitsFor(request)).toEqual(["cy", "dan"]);
    expect(await room.waitsFor(alone)).toEqual(["dan"]);
    // Then the manager leaves too.
    await leaves("dan");
    expect(await room.waitsFor(alone)).toEqual(["eve"]);
  });

  test("goes to whom the plug-in of escalations names", async () => {
    const folder = await mkdtemp(join(tmpdir(), "leavers-"));
    try {
      await open({ pluginFolder: folder, escalationPlugin: "up.mjs" });
      const named = `() => ({ to: ["${room.keyOf("eve")}"] })`;
      await writeFile(join(folder, "up.mjs"), `export const kind = "escalation";\nexport const run = ${named};\n`);
      await leaves("bob");
      expect(await room.waitsFor(request)).toEqual(["cy", "eve"]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("holds the request where nobody is above and nobody else is left, and never goes to the recipient", async () => {
    await open();
    await room.implementedBy({ userKey: room.keyOf("bob") });
    await room.store.transaction(() =>
      room.store.save("users", { key: room.keyOf("bob"), managerKey: room.keyOf("ada") }),
    );
    const own = await room.submit([badge]);
    await room.step(own);
    await leaves("bob");
    expect(await room.state(own)).toBe("H, P unassigned");
    expect(await room.waitsFor(own)).toEqual([]);
  });

  test("does not go back to a manager who has declined it", async () => {
    await open();
    await room.implementedBy({ userKey: room.keyOf("bob") }, { userKey: room.keyOf("dan") });
    const one = await room.submit([badge], { recipientKey: room.keyOf("cy") });
    await room.step(one);
    await room.act("dan", declineTask, one);
    await room.act("bob", acceptTask, one);
    await leaves("bob");
    expect(await room.waitsFor(one)).toEqual(["eve"]);
  });

  test("is one of many, all of which are handed over", async () => {
    await open();
    await room.implementedBy({ userKey: room.keyOf("bob") });
    const many: { readonly key: string }[] = [];
    for (let number = 0; number < 25; number += 1) {
      const one = await room.submit([badge], { recipientKey: room.keyOf("cy") });
      await room.step(one);
      many.push(one);
    }
    await leaves("bob");
    for (const one of many) expect(await room.waitsFor(one)).toEqual(["dan"]);
    expect(await decisionsStep("bob")).toEqual(["done", 26]);
  });
});
