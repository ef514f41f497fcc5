import { expect, it } from "vitest";

import { jsonPlaces, placeInJson } from "./json-places.ts";

const text = `{
  "first": "a",
  "steps": {
    "a": { "component": "x:{y", "outcomes": { "passed": "ALLOW", "failed\\"": "DENY" } }
  },
  "selectors": [
    { "match": "set" },
    7, [true],
    { "match": "equal" }
  ]
}`;
const lineOf = (path: string) => placeInJson(text, path).line;

it("finds members and elements, also behind texts that look like JSON", () => {
  expect(
    ["first", "steps.a", "steps.a.outcomes.passed", "selectors", "selectors.0.match", "selectors.3.match"].map(lineOf),
  ).toEqual([2, 4, 4, 6, 7, 9]);
  expect(jsonPlaces(text).has('steps.a.outcomes.failed"')).toBe(true);
  expect(jsonPlaces(text).has("selectors.2.0")).toBe(true);
});

it("finds what something is missing in", () => {
  expect(["steps.a.outcomes.none", "steps.b.component", "nothing", ""].map(lineOf)).toEqual([4, 3, 1, 1]);
});

it("stands what is no JSON", () => {
  for (const bad of ["", "{", "]]]", '"', "{]}", ",:,", '{"a":{"b":']) expect(placeInJson(bad, "a.b").line).toBe(1);
});
