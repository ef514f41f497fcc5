import { expect, test } from "vitest";

import { nodeWays } from "./node-ways.ts";

const settings = { apiAddress: null, temporalAddress: "t:7233", temporalNamespace: "default" };
const waysOf = (given: Partial<{ [N in keyof typeof settings]: string | null }>) =>
  nodeWays({ ...settings, ...(given as object) }, "https://enrolled.example").map(({ address, settings: way }) =>
    [address, way.temporalAddress, way.temporalNamespace].join(" "),
  );

test("a proxy of one node has one way: where it has enrolled, or the setting says", () => {
  expect(waysOf({})).toEqual(["https://enrolled.example t:7233 default"]);
  expect(waysOf({ apiAddress: "https://a.example" })).toEqual(["https://a.example t:7233 default"]);
});

test("of several nodes each has its engine, in the order of their addresses", () => {
  expect(waysOf({ apiAddress: "https://a.example, https://b.example", temporalAddress: "a:1,b:2" })).toEqual([
    "https://a.example a:1 default",
    "https://b.example b:2 default",
  ]);
  expect(waysOf({ apiAddress: "https://a.example,https://b.example", temporalNamespace: "a,b" })).toEqual([
    "https://a.example t:7233 a",
    "https://b.example t:7233 b",
  ]);
});

test.each([
  ["one engine and one namespace for both", {}],
  [
    "an engine too few",
    { temporalAddress: "a:1,b:2", apiAddress: "https://a.example,https://b.example,https://c.example" },
  ],
  ["a namespace too many", { temporalAddress: "a:1,b:2", temporalNamespace: "a,b,c" }],
])("%s is refused, with the way out", (_words, given) => {
  expect(() => waysOf({ apiAddress: "https://a.example,https://b.example", ...given })).toThrow(/TEMPORAL_ADDRESS/);
});
