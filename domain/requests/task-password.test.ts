import { describe, expect, test } from "vitest";

import { taskPasswordMinutes } from "../task-limits.ts";
import { mayAcceptAgain, passwordTime, taskPasswordProblem, type TaskWithPassword } from "./task-password.ts";

const since = 1_000;
const end = since + taskPasswordMinutes * 60_000;
const accepted: TaskWithPassword = {
  code: "ACUA",
  task: "accepted",
  implementerKey: "bob",
  passwordUntil: end,
};

describe("the password of a task", () => {
  test("is shown to its implementer, from the acceptance to the end of its time", () => {
    for (const [now, problem] of [
      [since, undefined],
      [end - 1, undefined],
      [end, "TASK_PASSWORD_OVER"],
    ] as const)
      expect(taskPasswordProblem(accepted, { userKey: "bob", now })).toBe(problem);
  });

  test("is shown once, to nobody else, in no other state and for no other operation", () => {
    for (const [part, userKey, problem] of [
      [{ passwordUntil: null }, "bob", "TASK_PASSWORD_OVER"],
      [{}, "cy", "TASK_NOT_ACCEPTED"],
      [{ task: "offered" }, "bob", "TASK_NOT_ACCEPTED"],
      [{ task: "unconfirmed" }, "bob", "TASK_NOT_ACCEPTED"],
      [{ task: "closed" }, "bob", "TASK_NOT_ACCEPTED"],
      [{ task: null, implementerKey: null }, "bob", "TASK_NOT_ACCEPTED"],
      [{ code: "GRUA" }, "bob", "TASK_PASSWORD_NONE"],
      [{ code: "DELU" }, "bob", "TASK_PASSWORD_NONE"],
    ] as const)
      expect([part, taskPasswordProblem({ ...accepted, ...part }, { userKey, now: since })]).toEqual([part, problem]);
  });

  test("has its time from the acceptance of a task that creates an account, and none in another state", () => {
    expect(passwordTime("ACUA", { task: "accepted" }, since)).toBe(end);
    for (const [code, task] of [
      ["GRUA", "accepted"],
      ["ACUA", "offered"],
      ["ACUA", "closed"],
      ["ACUA", null],
    ] as const)
      expect(passwordTime(code, { task }, since)).toBeNull();
  });

  test("is made anew for its implementer alone, once the last one is over", () => {
    const shown = { ...accepted, passwordUntil: null };
    expect(mayAcceptAgain(accepted, { userKey: "bob", now: since })).toBe(false);
    expect(mayAcceptAgain(accepted, { userKey: "bob", now: end })).toBe(true);
    expect(mayAcceptAgain(shown, { userKey: "bob", now: since })).toBe(true);
    expect(mayAcceptAgain(shown, { userKey: "cy", now: since })).toBe(false);
    expect(mayAcceptAgain({ ...shown, code: "GRUA" }, { userKey: "bob", now: since })).toBe(false);
  });
});
