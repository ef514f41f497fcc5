import { expect, test } from "vitest";

import type { Resource } from "../resources/format/resource.ts";
import { resources } from "../resources/resources.ts";
import { childrenOf, isForeign, isLate, lossOfLate, ownedParents, parentsOf } from "./owned-parents.ts";

const tenure = (node: string, epoch: number) => ({ node, epoch, claim: `${epoch}` });

test("each such table and its parents are owned, and it has the column", () => {
  const byTable = new Map(Object.values<Resource>(resources).map((resource) => [resource.table, resource]));
  for (const [table, { column, tables }] of Object.entries(ownedParents)) {
    expect(Object.keys(byTable.get(table)?.properties ?? {})).toContain(column);
    for (const one of [table, ...tables]) expect(byTable.get(one)?.class, one).toBe("owned");
  }
});

test("a row names its parent where a change says it", () => {
  const change = { table: "decisions", values: { requestKey: "r" } };
  expect(parentsOf(change)).toEqual([
    { table: "reqbatch", key: "r" },
    { table: "requestBatches", key: "r" },
  ]);
  expect(parentsOf({ ...change, values: {} })).toEqual([]);
  expect(parentsOf({ ...change, table: "runs" })).toEqual([]);
  expect(childrenOf("enforcementRuns")).toEqual([{ table: "enforcementItems", column: "runKey" }]);
});

test("a row of a node that has lost its parent is late, one of a node that never had it is foreign", () => {
  const parent = tenure("n2", 2);
  const relations = [tenure("n2", 1), tenure("n1", 1), tenure("n1", 2), tenure("n1", 3), undefined].map((child) => [
    isLate(child, parent),
    isForeign(child, parent),
  ]);
  expect(relations).toEqual([
    [false, false],
    [true, false],
    // Both have taken it over, and the claim of the other holds.
    [true, false],
    [false, true],
    [false, false],
  ]);
  const first = { tenure: tenure("n2", 1) }.tenure;
  expect([isLate(tenure("n1", 1), first), isForeign(tenure("n1", 1), first)]).toEqual([false, true]);
  expect([isLate(parent, undefined), isForeign(parent, undefined)]).toEqual([false, false]);
});

test("a late row is listed as a whole without its secrets", () => {
  const text = { kind: "text" } as const;
  const columns = { key: text, answer: text, empty: text, secret: { kind: "sealed" } } as const;
  const table = { class: "owned", primaryKey: "key", columns } as const;
  const values = { key: "k", answer: "yes", empty: null, secret: "sealed" };
  const row = { values, stamps: { key: "1", answer: "3" }, life: "", tenure: tenure("n1", 1) };
  const parent = tenure("n2", 2);
  const lost = { value: '{"key":"k","answer":"yes"}', stamp: "3" };
  expect(lossOfLate(table, row, parent)).toEqual({ column: "key", lost, kept: { value: null, stamp: "2" } });
});
