import { describe, expect, it } from "vitest";

import { actsByItself, mayBeAskedHere, type NodesAtHand } from "./managing-node.ts";

const here = (part: Partial<NodesAtHand>): NodesAtHand => ({
  own: "here",
  fallsBack: true,
  isAvailable: () => true,
  ...part,
});
const there = { managedByNode: "there" };

const isAvailable = () => false;

describe("a policy that another node manages", () => {
  it.each([
    ["is left to that node while it is available", {}, false, false],
    ["is taken over where it is not", { isAvailable }, true, true],
    ["only when somebody asks, where nobody is to stand in", { isAvailable, fallsBack: false }, false, true],
  ])("%s", (_, part, byItself, asked) => {
    expect([actsByItself(there, here(part)), mayBeAskedHere(there, here(part))]).toEqual([byItself, asked]);
  });
});

it("what a node manages itself it does, whatever else is known", () => {
  const nodes = here({ isAvailable, fallsBack: false });
  const own = { managedByNode: "here" };
  expect([actsByItself(own, nodes), mayBeAskedHere(own, nodes)]).toEqual([true, true]);
});
