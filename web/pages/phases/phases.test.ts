import { expect, it } from "vitest";

import { authorizerKinds, hasOwnRule, kindOf, newPhase, nobody, sentPhases } from "./phases.ts";

const told = { ...newPhase, sequence: 7, rule: "any(1, manager)", authorizers: [{ ...nobody, managerLevels: 1 }] };
const ruled = { ...newPhase, sequence: 9, rule: "any(50%, class('IT'))" };

it("numbers phases by their order, and sends a rule only where it is the phase's own", () => {
  expect(sentPhases([])).toEqual([]);
  expect(sentPhases([ruled, told])).toEqual([
    { ...ruled, sequence: 1 },
    { ...told, sequence: 2, rule: null },
  ]);
  expect([told, ruled, newPhase].map(hasOwnRule)).toEqual([false, true, false]);
});

it("knows whom an authorizer names", () => {
  const named = [
    { userKey: "k" },
    { userClass: "IT" },
    { managerLevels: 2 },
    { groupOwners: true },
    { plugin: "a.mjs" },
  ];
  expect(named.map((one) => kindOf({ ...nobody, ...one }))).toEqual(authorizerKinds);
});
