import { expect, test } from "vitest";

import { canGo } from "./request-status.ts";
import type { TaskState } from "./task.ts";
import { pathOfWork, workStatus, workStatuses } from "./work-status.ts";

const done = { result: "S", task: null } as const;
const blocked = { result: null, task: null } as const;
const sent = { result: "P", task: null } as const;
const task = (state: TaskState) => ({ result: "P", task: state }) as const;

test.each([
  ["X", [done, blocked]],
  ["X", [sent]],
  ["X", [task("offered"), sent]],
  ["X", [task("unassigned"), sent]],
  ["X", [task("unconfirmed"), done]],
  ["X", [{ result: "S", task: "closed" }, blocked]],
  ["I", [task("offered"), blocked, done]],
  ["I", [task("accepted")]],
  ["I", [task("calculating")]],
  ["I", [task("unconfirmed"), task("offered")]],
  ["H", [task("unassigned"), blocked]],
  ["H", [task("unassigned"), task("accepted")]],
] as const)("it is %s by %j", (status, operations) => {
  expect(workStatus(operations)).toBe(status);
});

test("each status is reached from each other by the table of statuses", () => {
  for (const from of workStatuses)
    for (const to of workStatuses) {
      const path = [from, ...pathOfWork(from, to)];
      expect(path.at(-1)).toBe(to);
      for (const [place, next] of path.slice(1).entries()) expect(canGo(path[place] ?? from, next)).toBe(true);
    }
});
