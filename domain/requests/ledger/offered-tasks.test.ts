import { describe, expect, test } from "vitest";

import type { OfferedTask } from "../task.ts";
import type { FactsOf } from "./event-kinds.ts";
import { mayEnd, taskTold, withAnswer } from "./offered-tasks.ts";

const ann = { user: "ann", via: ["user('ann')"] };
const told = (part: Partial<FactsOf<"taskOffered">>): FactsOf<"taskOffered"> => {
  return { operation: "o1", state: "offered", implementer: null, people: [ann], ...part };
};
const before = (part: Partial<OfferedTask>): OfferedTask => {
  const people = [{ userKey: "ann", via: ["user('ann')"], declinedAt: null }];
  return { task: "offered", implementerKey: null, people, ...part };
};

describe("a task as an event tells it", () => {
  test.each([
    ["offered to nobody", told({ people: [] }), undefined],
    ["offered to one alone to whom it is not offered", told({ implementer: "bob" }), undefined],
    ["unassigned though there is somebody", told({ state: "unassigned" }), undefined],
    ["accepted by nobody", told({ state: "accepted" }), before({ task: "accepted", implementerKey: "ann" })],
    ["accepted by somebody who never accepted it", told({ state: "accepted", implementer: "ann" }), before({})],
    ["with a plug-in to be asked, after it was offered", told({ state: "calculating" }), before({})],
    ["closed by an offer", told({ state: "closed" }), before({})],
    ["in an unknown state", told({ state: "lost" as "closed" }), undefined],
  ])("cannot be %s", (_words, event, known) => {
    expect(taskTold(event, known)).toBeNull();
  });

  test("is offered, without anybody, or that of who has accepted it before", () => {
    expect(taskTold(told({}), undefined)).toMatchObject({ task: "offered", implementerKey: null });
    expect(taskTold(told({ state: "unassigned", people: [] }), before({}))).toMatchObject({ task: "unassigned" });
    const accepted = before({ task: "accepted", implementerKey: "ann" });
    expect(taskTold(told({ state: "accepted", implementer: "ann" }), accepted)).toMatchObject({ task: "accepted" });
    // A discovery did not show what was completed.
    const closed = before({ task: "closed", implementerKey: "ann" });
    expect(taskTold(told({ state: "accepted", implementer: "ann" }), closed)).toMatchObject({ task: "accepted" });
  });
});

test("who declines is asked no more", () => {
  const after = withAnswer(before({}), { userKey: "ann", answer: "declined", to: null }, 7);
  expect(after).toMatchObject({ task: "unassigned", people: [{ userKey: "ann", declinedAt: 7 }] });
});

test("an operation ends when its task is closed, or fails on hold", () => {
  const ended = (result: "S" | "F") => ({
    operation: "o1",
    result,
    code: null,
    account: null,
    group: null,
    object: null,
  });
  expect(mayEnd(undefined, ended("S"), new Set())).toBe(true);
  expect(mayEnd(before({ task: "closed" }), ended("S"), new Set())).toBe(true);
  expect(mayEnd(before({ task: "accepted" }), ended("S"), new Set())).toBe(false);
  expect(mayEnd(before({ task: "unassigned" }), ended("F"), new Set())).toBe(false);
  expect(mayEnd(before({ task: "unassigned" }), ended("F"), new Set(["o1"]))).toBe(true);
});
