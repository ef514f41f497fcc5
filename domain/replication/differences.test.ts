import { expect, test } from "vitest";

import { differencesOf, isSameVector } from "./differences.ts";

const row = (key: string, part: object = {}) => ({ key, values: { id: key }, stamps: { id: "1" }, life: "", ...part });

test("rows are the same if their values, stamps, lives and homes are", () => {
  const tenure = { node: "n1", epoch: 1, claim: "1" };
  expect(differencesOf([row("a"), row("b", { tenure })], [row("b", { tenure }), row("a")])).toEqual([]);
  const differs = (own: object, other: object) => differencesOf([row("a", own)], [row("a", other)])[0]?.columns;
  expect(differs({}, { values: { id: "b" } })).toEqual(["id"]);
  expect(differs({}, { stamps: { id: "2" } })).toEqual(["id"]);
  expect(differs({}, { values: { id: "a", further: 1 } })).toEqual(["further"]);
  expect(differs({}, { life: "1" })).toEqual(["life"]);
  expect(differs({ tenure }, { tenure: { ...tenure, epoch: 2 } })).toEqual(["homeNode"]);
  expect(differs({ tenure }, { tenure: { ...tenure, node: "n2" } })).toEqual(["homeNode"]);
});

test("rows that one node alone has are named with their last change", () => {
  expect(differencesOf([row("a", { stamps: { id: "1", name: "3" } })], [row("b")])).toEqual([
    { key: "a", kind: "missingThere", columns: [], ownStamp: "3", otherStamp: null },
    { key: "b", kind: "missingHere", columns: [], ownStamp: null, otherStamp: "1" },
  ]);
});

test("vectors are the same if they say the same of each origin, an absent one being 0", () => {
  expect(isSameVector({ "n1:0": 3 }, { "n1:0": 3, "n2:0": 0 })).toBe(true);
  expect(isSameVector({ "n1:0": 3 }, { "n1:0": 4 })).toBe(false);
  expect(isSameVector({ "n1:0": 3 }, { "n1:0": 3, "n2:0": 1 })).toBe(false);
  expect(isSameVector({ "n1:0": 3, "n2:0": 1 }, { "n1:0": 3 })).toBe(false);
});
