import { expect, it } from "vitest";

import { chainLevels } from "./chain-levels.ts";

const step = (outcomes: Record<string, string>) => ({ component: "x", configuration: {}, outcomes });
const namesOf = (first: string, steps: Record<string, unknown>) => {
  const { levels, unreached } = chainLevels({ first, steps });
  return [levels.map((level) => level.map(({ name }) => name)), unreached.map(({ name }) => name)];
};

it("draws each step once, as soon as it is reached, also in a circle", () => {
  const steps = {
    d: step({ passed: "a" }),
    c: step({ passed: "ALLOW", failed: "b" }),
    b: step({ passed: "c", failed: "DENY" }),
    a: step({ passed: "c", failed: "b" }),
  };
  expect(namesOf("a", steps)).toEqual([[["a"], ["c", "b"]], ["d"]]);
});

it("stands what is written half", () => {
  expect(namesOf("gone", { a: step({}) })).toEqual([[], ["a"]]);
  expect(namesOf("a", { a: { component: "x" } })).toEqual([[["a"]], []]);
  expect(namesOf("a", {})).toEqual([[], []]);
});
