import { expect, it } from "vitest";

import { openStep } from "./open-step.ts";

const outcomes = { passed: "ALLOW", failed: "DENY" };
const chains = [
  {
    ...{ name: "first", first: "password" },
    steps: {
      password: { component: "password", outcomes: { passed: "more", failed: "DENY" } },
      more: { component: "chain" },
    },
  },
  { name: "second", first: "code", steps: { code: { component: "oneTimeCode", outcomes } } },
];
const walked = { chain: "first", step: "password", component: "password", outcome: "passed", leadsTo: "more" };
const handedOn = { chain: "first", step: "more", component: "chain", outcome: null, leadsTo: "second" };

it("is the first step of the chain that is taken, while none was walked", () => {
  const open = { chain: "first", step: "password", outcomes: ["passed", "failed"] };
  expect(openStep({ taken: "first", steps: [], end: null }, chains)).toEqual(open);
});

it("is where the last one leads, also in another chain", () => {
  expect(openStep({ taken: "first", steps: [walked], end: null }, chains)).toMatchObject({ step: "more" });
  const open = { chain: "second", step: "code", outcomes: ["passed", "failed"] };
  expect(openStep({ taken: "first", steps: [walked, handedOn], end: null }, chains)).toEqual(open);
});

it("is none at the end, and where no chain is taken", () => {
  expect(openStep({ taken: "first", steps: [], end: "DENY" }, chains)).toBeUndefined();
  expect(openStep({ taken: null, steps: [], end: null }, chains)).toBeUndefined();
});
