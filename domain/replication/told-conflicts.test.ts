import { expect, test } from "vitest";

import { declaredColumn, resourceOfTable } from "./conflict-values.ts";
import { stampOf } from "./stamp.ts";
import { isUntold, notableColumns, tellerOf } from "./told-conflicts.ts";

const stamp = (ms: number, node: string) => stampOf({ ms, counter: 0, writer: 1, node });

test("the columns of which administrators are told exist", () => {
  const tables = Object.entries(notableColumns);
  expect(tables.filter(([table]) => resourceOfTable(table) === undefined)).toEqual([]);
  const columns = tables.flatMap(([table, some]) => (some === "all" ? [] : some.map((column) => [table, column])));
  expect(columns.filter(([table = "", column = ""]) => declaredColumn(table, column) === undefined)).toEqual([]);
});

test("a conflict is told once, and again when it opens after a decision", () => {
  const open = { lostStamp: "2", settledStamp: "", settled: null };
  expect(isUntold({ ...open, toldStamp: null })).toBe(true);
  expect(isUntold({ ...open, toldStamp: "2" })).toBe(false);
  expect(isUntold({ ...open, lostStamp: "3", toldStamp: "2" })).toBe(false);
  const accepted = { lostStamp: "2", settledStamp: "2", settled: "accepted" } as const;
  expect(isUntold({ ...accepted, toldStamp: "2" })).toBe(false);
  expect(isUntold({ ...accepted, toldStamp: null })).toBe(false);
  expect(isUntold({ ...accepted, lostStamp: "3", toldStamp: "2" })).toBe(true);
});

test("the node that has lost tells of it; one that takes no part leaves it to the other", () => {
  const conflict = { lostStamp: stamp(1, "n1"), keptStamp: stamp(2, "n2") };
  expect(tellerOf(conflict, () => true)).toBe("n1");
  expect(tellerOf(conflict, (node) => node === "n2")).toBe("n2");
  expect(tellerOf(conflict, () => false)).toBeUndefined();
  expect(tellerOf({ ...conflict, lostStamp: "" }, () => true)).toBe("n2");
});
