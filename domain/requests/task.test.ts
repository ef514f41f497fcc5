import { expect, test } from "vitest";

import {
  afterAnswer,
  answerProblem,
  offeredTo,
  type OfferedTask,
  peopleOfTask,
  type TaskAnswer,
  taskAnswers,
} from "./task.ts";

const person = (userKey: string, part: object = {}) => ({
  userKey,
  via: [`user('${userKey}')`],
  declinedAt: null,
  ...part,
});
const ann = person("ann");
const bob = person("bob");
const offered: OfferedTask = { task: "offered", implementerKey: null, people: [ann, bob] };
const by = (userKey: string, answer: TaskAnswer, to: string | null = null) => ({ userKey, answer, to });
const problems = (task: OfferedTask, userKey: string, isOverride = false) =>
  taskAnswers.map((answer) => answerProblem(task, by(userKey, answer), isOverride) ?? "fine");

test("an offered task waits for everybody who has not declined it, and for one alone to whom it is handed on", () => {
  expect(peopleOfTask(offered, offered.people)).toEqual(["ann", "bob"]);
  expect(peopleOfTask(offered, [ann, person("bob", { declinedAt: 1 })])).toEqual(["ann"]);
  expect(peopleOfTask({ task: "offered", implementerKey: "bob" }, [ann, bob])).toEqual(["bob"]);
});

test("an accepted task waits for the one who has it and for those who stand in for them, in a chain too", () => {
  const accepted = { task: "accepted", implementerKey: "ann" } as const;
  const cy = person("cy", { via: ["delegation:ann"] });
  const dan = person("dan", { via: ["escalation:cy"] });
  const other = person("eve", { via: ["delegation:bob"] });
  expect(peopleOfTask(accepted, [ann, bob, cy, dan, other])).toEqual(["ann", "cy", "dan"]);
});

test.each(["calculating", "unassigned", "unconfirmed", "closed"] as const)(
  "a task that is %s waits for nobody",
  (task) => {
    expect(peopleOfTask({ task, implementerKey: "ann" }, [ann, bob])).toEqual([]);
  },
);

test("only people to whom it is offered answer it, and only the one who has it once it is accepted", () => {
  const fine = Array.from(taskAnswers, () => "fine");
  expect(problems(offered, "ann")).toEqual(fine);
  expect(new Set(problems(offered, "eve"))).toEqual(new Set(["NOT_AN_IMPLEMENTER"]));
  const accepted: OfferedTask = { ...offered, task: "accepted", implementerKey: "ann" };
  expect(new Set(problems(accepted, "bob"))).toEqual(new Set(["TASK_TAKEN"]));
  expect(problems(accepted, "ann")).toEqual(["TASK_ACCEPTED", "fine", "fine", "fine", "fine"]);
  const declined: OfferedTask = { ...offered, people: [person("ann", { declinedAt: 1 }), bob] };
  expect(new Set(problems(declined, "ann"))).toEqual(new Set(["NOT_AN_IMPLEMENTER"]));
});

test("superusers hand on, complete and fail what is not theirs, and neither accept nor decline it", () => {
  expect(problems(offered, "root", true)).toEqual(["NOT_AN_IMPLEMENTER", "NOT_AN_IMPLEMENTER", "fine", "fine", "fine"]);
});

test.each([
  ["closed", "TASK_CLOSED"],
  ["unconfirmed", "TASK_CLOSED"],
  [null, "TASK_UNKNOWN"],
] as const)("nobody answers a task that is %s", (task, problem) => {
  expect(new Set(problems({ ...offered, task }, "ann"))).toEqual(new Set([problem]));
  expect(new Set(problems({ ...offered, task }, "root", true))).toEqual(new Set([problem]));
});

test("an answer leads to the next state", () => {
  expect(afterAnswer(offered, by("ann", "accepted"))).toEqual({ task: "accepted", implementerKey: "ann" });
  expect(afterAnswer(offered, by("ann", "handedOn", "bob"))).toEqual({ task: "offered", implementerKey: "bob" });
  expect(afterAnswer(offered, by("ann", "completed"))).toEqual({ task: "closed", implementerKey: "ann" });
  expect(afterAnswer(offered, by("ann", "failed"))).toEqual({ task: "closed", implementerKey: "ann" });
  expect(afterAnswer(offered, by("ann", "declined"))).toEqual({ task: "offered", implementerKey: null });
});

test("who declines gives it back to all others, a stand-in to the one for whom they stand in, and the last one to nobody", () => {
  const accepted: OfferedTask = { ...offered, task: "accepted", implementerKey: "ann" };
  expect(afterAnswer(accepted, by("ann", "declined"))).toEqual({ task: "offered", implementerKey: null });
  expect(afterAnswer(accepted, by("cy", "declined"))).toEqual({ task: "accepted", implementerKey: "ann" });
  const alone: OfferedTask = { ...offered, people: [ann, person("bob", { declinedAt: 1 })] };
  expect(afterAnswer(alone, by("ann", "declined"))).toEqual({ task: "unassigned", implementerKey: null });
  expect(offeredTo([], null)).toEqual({ task: "unassigned", implementerKey: null });
});
