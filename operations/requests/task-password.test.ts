import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { changedRules, initialRules, RuleMode } from "#domain/passwords/password-rules.ts";
import { taskPasswordMinutes } from "#domain/task-limits.ts";
import { openTaskRoom, type TaskRoom } from "#test/support/task-room.ts";

import { acceptTask } from "./accept-task.ts";
import { declineTask } from "./decline-task.ts";
import { handOnTask } from "./hand-on-task.ts";
import { revealTaskPassword, type TaskPassword } from "./reveal-task-password.ts";

const minuteMs = 60_000;
let room: TaskRoom;
let request: { key: string };
beforeEach(async () => {
  room = await openTaskRoom();
  request = await room.submit([{ code: "ACUA", targetSystemKey: "BADGES" }]);
  await room.step(request);
});
// Whatever has happened, the ledger tells the same as the rows.
afterEach(() => room.close());

async function revealed(id: string): Promise<string> {
  const { password } = (await room.act(id, revealTaskPassword, request)) as TaskPassword;
  return password.use((text) => text);
}
const refused = (code: string) => ({ code });

describe("the password for the account of a task", () => {
  test("is shown once to the implementer who has accepted the task, and nobody else", async () => {
    for (const id of ["bob", "cy"])
      await expect(revealed(id)).rejects.toMatchObject({ code: "TASK_NOT_ACCEPTED", target: "operation" });
    await room.act("bob", acceptTask, request);
    for (const [id, code] of [
      ["cy", "TASK_NOT_ACCEPTED"],
      ["ada", "FORBIDDEN"],
      ["dan", "FORBIDDEN"],
      ["root", "FORBIDDEN"],
    ] as const)
      await expect(revealed(id)).rejects.toMatchObject(refused(code));
    const password = await revealed("bob");
    expect(password).toMatch(/^[a-zA-Z]\S{23}$/);
    await expect(revealed("bob")).rejects.toMatchObject(refused("TASK_PASSWORD_OVER"));
    const [operation] = await room.operations(request);
    expect(operation).toMatchObject({ password: null, passwordUntil: null, passwordShownAt: room.clock.now() });
  });

  test("can be shown for a time after the acceptance, and another one after the task was accepted again", async () => {
    await room.act("bob", acceptTask, request);
    await expect(room.act("bob", acceptTask, request)).rejects.toMatchObject(refused("TASK_ACCEPTED"));
    room.clock.advance(taskPasswordMinutes * minuteMs);
    await expect(revealed("bob")).rejects.toMatchObject(refused("TASK_PASSWORD_OVER"));
    const [since] = (await room.operations(request)).map(({ taskSince }) => taskSince);
    await room.act("bob", acceptTask, request);
    // To accept it again keeps no escalation away.
    expect(await room.operations(request)).toMatchObject([{ taskSince: since }]);
    const first = await revealed("bob");
    await room.act("bob", acceptTask, request);
    const second = await revealed("bob");
    expect(second).not.toBe(first);
    expect(await room.state(request)).toBe("I, P accepted bob");
    const rows = await room.store.select("sesslog_full", { where: { operation: "RQTP" } });
    const told = rows.map(({ result, actor, message, batchId }) => [result, actor, message, batchId]);
    expect(told.filter(([result]) => result === "S")).toEqual([
      ["S", room.keyOf("bob"), "task 1", request.key],
      ["S", room.keyOf("bob"), "task 1", request.key],
    ]);
    expect(JSON.stringify(rows)).not.toContain(first);
  });

  test("is another one for whom the task is handed on to, or who accepts it after it was given back", async () => {
    await room.act("bob", acceptTask, request);
    const first = await revealed("bob");
    await room.act("bob", handOnTask, request, { userKey: room.keyOf("cy") });
    await expect(revealed("bob")).rejects.toMatchObject(refused("TASK_NOT_ACCEPTED"));
    await expect(revealed("cy")).rejects.toMatchObject(refused("TASK_NOT_ACCEPTED"));
    await room.act("cy", acceptTask, request);
    const second = await revealed("cy");
    await room.act("cy", declineTask, request);
    await room.act("bob", acceptTask, request);
    const third = await revealed("bob");
    expect(new Set([first, second, third]).size).toBe(3);
  });

  test("keeps the password policy of the target system, and is refused where that allows none", async () => {
    await room.act("bob", acceptTask, request);
    const target = await room.store.get("targetSystems", "BADGES");
    const required = (value: number) => ({ mode: RuleMode.Required, value });
    const setLength = (minLength: number, maxLength: number) =>
      room.store.transaction(async () => {
        const length = { minLength: required(minLength), maxLength: required(maxLength) };
        const rules = changedRules(initialRules(), { length });
        await room.store.save("passwordPolicies", { id: "BADGE", description: "", ...rules });
        await room.store.save("targetGroups", {
          id: target?.targetGroup ?? "",
          description: "",
          passwordPolicyId: "BADGE",
        });
      });
    await setLength(12, 4);
    await expect(revealed("bob")).rejects.toMatchObject(refused("TASK_PASSWORD_IMPOSSIBLE"));
    await setLength(4, 7);
    expect((await revealed("bob")).length).toBeLessThanOrEqual(7);
  });

  test("is made for new accounts alone", async () => {
    request = await room.submit([{ code: "CRTG", targetSystemKey: "BADGES", attributes: { shortId: "gate" } }]);
    await room.step(request);
    await room.act("bob", acceptTask, request);
    await expect(revealed("bob")).rejects.toMatchObject(refused("TASK_PASSWORD_NONE"));
  });
});
