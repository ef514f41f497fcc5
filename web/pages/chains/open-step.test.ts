import { expect, it } from "vitest";

import { openChain, openStep } from "./open-step.ts";

const outcomes = { passed: "ALLOW", failed: "DENY" };
const first = {
  first: "password",
  steps: {
    password: { component: "password", outcomes: { passed: "more", failed: "DENY" } },
    more: { component: "chain" },
  },
};
const second = { first: "code", steps: { code: { component: "oneTimeCode", outcomes } } };
const walked = { chain: "first", step: "password", component: "password", outcome: "passed", leadsTo: "more" };
const handedOn = { chain: "first", step: "more", component: "chain", outcome: null, leadsTo: "second" };

it("is the first step of the chain that is taken, while none was walked", () => {
  const trial = { taken: "first", steps: [], end: null };
  expect(openChain(trial)).toBe("first");
  expect(openStep(trial, first)).toEqual({ step: "password", outcomes: ["passed", "failed"] });
});

it("is where the last one leads, also in another chain", () => {
  const within = { taken: "first", steps: [walked], end: null };
  expect(openChain(within)).toBe("first");
  expect(openStep(within, first)).toEqual({ step: "more", outcomes: [] });
  const beyond = { taken: "first", steps: [walked, handedOn], end: null };
  expect(openChain(beyond)).toBe("second");
  expect(openStep(beyond, second)).toEqual({ step: "code", outcomes: ["passed", "failed"] });
});

it("is none at the end, and where no chain is taken", () => {
  expect(openChain({ taken: "first", steps: [], end: "DENY" })).toBeUndefined();
  expect(openChain({ taken: null, steps: [], end: null })).toBeUndefined();
});
