import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { addDelegation } from "#operations/delegations/add-delegation.ts";
import { acceptDelegation } from "#operations/delegations/change-delegations.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { acceptTask } from "#operations/requests/accept-task.ts";
import { completeTask } from "#operations/requests/complete-task.ts";
import { declineTask } from "#operations/requests/decline-task.ts";
import { explainRequest } from "#operations/requests/explain-request.ts";
import type { Settings } from "#platform/settings/settings.ts";
import { openTaskRoom, type TaskRoom } from "#test/support/task-room.ts";

import { handleMoments } from "./moments.ts";

const hourMs = 3_600_000;
const badge = { code: "ACUA", targetSystemKey: "BADGES" };
let room: TaskRoom;
let request: { key: string };

async function open(settings: Partial<Settings> = {}): Promise<void> {
  room = await openTaskRoom({}, { reminderIntervalHours: 0, ...settings });
  await room.store.transaction(async () => {
    await room.store.save("users", { key: room.keyOf("bob"), managerKey: room.keyOf("dan") });
  });
}
async function ask(): Promise<void> {
  request = await room.submit([badge]);
  await room.step(request);
}
async function handle(): Promise<void> {
  const options = { context: room.context, signal: new AbortController().signal };
  await handleMoments(options, "delegation");
  await handleMoments(options, "implementers");
  await handleMoments(options);
}
async function later(hours: number): Promise<void> {
  room.clock.advance(hours * hourMs);
  await handle();
}
async function told(kind: "taskReminded" | "taskEscalated" | "taskOffered"): Promise<readonly string[]> {
  const notices = await room.store.select("notices", { where: { kind } });
  return notices.map(({ userKey }) => ids.find((id) => room.keyOf(id) === userKey) ?? "").toSorted();
}
const ids = ["ada", "bob", "cy", "dan", "eve"];
afterEach(() => room.close());

describe("implementers who do not answer", () => {
  test("are reminded after each interval, and after it was accepted the one who has the task alone", async () => {
    await open({ reminderIntervalHours: 24 });
    await ask();
    await later(23);
    expect(await told("taskReminded")).toEqual([]);
    await later(1);
    expect(await told("taskReminded")).toEqual(["bob", "cy"]);
    await room.act("cy", acceptTask, request);
    await later(24);
    expect(await told("taskReminded")).toEqual(["bob", "cy", "cy"]);
    // Long after a decision would have expired.
    await later(24 * 60);
    expect(await room.state(request)).toBe("I, P accepted cy");
    await room.act("cy", completeTask, request);
    await later(48);
    expect(await told("taskReminded")).toEqual(["bob", "cy", "cy", "cy"]);
  });

  test("are joined by their manager after the timeout, who may do it in their place", async () => {
    await open({ escalationTimeoutHours: 8, escalationLevels: 1 });
    await ask();
    await room.act("bob", acceptTask, request);
    await later(8);
    expect(await told("taskEscalated")).toEqual(["dan"]);
    expect(await room.waitsFor(request)).toEqual(["bob", "dan"]);
    await room.act("dan", completeTask, request);
    expect(await room.state(request)).toBe("C, S closed dan");
  });

  test("are replaced by their manager where the setting says so, and the task is offered again", async () => {
    await open({ escalationTimeoutHours: 8, escalationLevels: 1, escalationMode: "replace" });
    await ask();
    await room.act("bob", acceptTask, request);
    await later(8);
    expect(await room.state(request)).toBe("I, P offered");
    expect(await room.waitsFor(request)).toEqual(["cy", "dan"]);
    await expect(room.act("bob", completeTask, request)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("are reminded, then replaced by their manager, and the request is on hold once nobody of them is left", async () => {
    const replaces = { escalationTimeoutHours: 8, escalationLevels: 1, escalationMode: "replace" } as const;
    await open({ reminderIntervalHours: 4, ...replaces });
    await room.implementedBy({ userKey: room.keyOf("bob") });
    await ask();
    await later(4);
    expect(await told("taskReminded")).toEqual(["bob"]);
    await later(4);
    expect(await room.waitsFor(request)).toEqual(["dan"]);
    await later(24 * 30);
    // No level is left, so the manager is only reminded.
    expect(await room.state(request)).toBe("I, P offered");
    await room.act("dan", declineTask, request, { reason: "not my trade" });
    expect(await room.state(request)).toBe("H, P unassigned");
    expect((await room.row(request)).holdReason).toBe("Nobody is left to implement: operation 1 (ACUA on 'BADGES').");
  });

  test("are escalated past a manager who has declined the task", async () => {
    await open({ escalationTimeoutHours: 8, escalationLevels: 1 });
    await room.store.transaction(() =>
      room.store.save("users", { key: room.keyOf("dan"), managerKey: room.keyOf("eve") }),
    );
    await room.implementedBy({ userKey: room.keyOf("bob") }, { userKey: room.keyOf("dan") });
    await ask();
    await room.act("dan", declineTask, request);
    await later(8);
    expect(await room.waitsFor(request)).toEqual(["bob", "eve"]);
  });

  test("are told of by the explanation, with what the request waits for", async () => {
    await open({ reminderIntervalHours: 24 });
    await ask();
    const explained = await invoke(explainRequest, room.context, room.as("ada"), { key: request.key });
    expect(explained).toMatchObject({
      statusText: "Waiting for an implementer",
      operations: [{ sequence: 1, waitsFor: "It waits until an implementer accepts its task." }],
      nextReminderAt: room.clock.now() + 24 * hourMs,
      expiresAt: null,
    });
    expect(explained.waitsFor.map(({ userKey }) => userKey).toSorted()).toEqual(
      [room.keyOf("bob"), room.keyOf("cy")].toSorted(),
    );
  });
});

describe("a delegation of an implementer", () => {
  test("offers the task to the delegate too, from its begin to its end", async () => {
    await open();
    await ask();
    const asked = { delegatorKey: null, delegateKey: room.keyOf("eve"), reason: "on holiday" };
    const period = { beginsAt: null, endsAt: room.clock.now() + 24 * hourMs };
    const { key } = await invoke(addDelegation, room.context, room.as("bob"), { ...asked, ...period });
    await invoke(acceptDelegation, room.context, room.as("eve"), { key });
    await handle();
    expect(await room.waitsFor(request)).toEqual(["bob", "cy", "eve"]);
    expect(await told("taskOffered")).toEqual(["bob", "cy", "eve"]);
    await room.act("bob", acceptTask, request);
    expect(await room.waitsFor(request)).toEqual(["bob", "eve"]);
    await later(25);
    expect(await room.waitsFor(request)).toEqual(["bob"]);
    await expect(room.act("eve", completeTask, request)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("a plug-in that names implementers", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "implementers-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function openWith(body: string): Promise<void> {
    await writeFile(join(folder, "desk.mjs"), `export const kind = "implementers";\nexport const run = ${body};\n`);
    await open({ pluginFolder: folder });
  }

  test("is asked outside of the step, and its people are offered the task besides the others", async () => {
    await openWith(
      "({ operation }, services) => services.membersOf('DESK').then((all) => ({ userKeys: all.map(({ key }) => key) }))",
    );
    await room.implementedBy({ plugin: "desk.mjs" }, { userKey: room.keyOf("bob") });
    await ask();
    expect(await room.state(request)).toBe("I, P calculating");
    expect(await room.waitsFor(request)).toEqual([]);
    await handle();
    expect(await room.state(request)).toBe("I, P offered");
    expect(await room.waitsFor(request)).toEqual(["bob", "cy"]);
  });

  test("holds the request with its words if it cannot be used and nobody else is there", async () => {
    await openWith("() => { throw new Error('the site is not known'); }");
    await room.implementedBy({ plugin: "desk.mjs" });
    await ask();
    await handle();
    expect(await room.state(request)).toBe("H, P unassigned");
    expect((await room.row(request)).holdReason).toContain("the site is not known");
  });

  test("is asked again when the hold is released, and whom it names may decline", async () => {
    await openWith(`() => ({ userKeys: ["nobody"] })`);
    await room.implementedBy({ plugin: "desk.mjs" }, { userKey: room.keyOf("bob") });
    await ask();
    await handle();
    expect(await room.waitsFor(request)).toEqual(["bob"]);
    await room.act("bob", declineTask, request);
    expect(await room.state(request)).toBe("H, P unassigned");
  });
});
