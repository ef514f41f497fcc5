import { expect, it } from "vitest";

import type { ExplainedPart } from "../../api/model.ts";
import { type PartOfRule, partTree } from "./part-tree.ts";

const part = (depth: number, text: string): ExplainedPart => ({
  depth,
  text,
  line: 1,
  column: 1,
  outcome: "value",
  value: "true",
});
const told = ({ text, inner }: PartOfRule): unknown => (inner.length === 0 ? text : [text, ...inner.map(told)]);

it("puts each part into the one in which it stands", () => {
  const parts = [part(0, "a || b && c"), part(1, "a"), part(1, "b && c"), part(2, "b"), part(2, "c")];
  expect(partTree(parts).map(told)).toEqual([["a || b && c", "a", ["b && c", "b", "c"]]]);
});

it("is nothing of nothing", () => {
  expect(partTree([])).toEqual([]);
});
