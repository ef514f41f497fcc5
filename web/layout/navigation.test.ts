import { expect, it } from "vitest";

import { defaultPolicies } from "#policies/default-policies.ts";

import { navigation } from "./navigation.ts";

const entries = navigation.flatMap((group) => group.entries);

it("names policies that there are", () => {
  const known = new Set(defaultPolicies.map(({ name }) => name));
  expect(entries.filter(({ policy }) => policy !== null && !known.has(policy))).toEqual([]);
});

it("leads to each page once", () => {
  const paths = entries.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});
