import { describe, expect, it, test } from "vitest";

import { mergeShared } from "./merge-shared.ts";
import type { MergedTable } from "./merged-table.ts";
import type { MergedRow, ReplicatedChange } from "./replicated-change.ts";

const text = { kind: "text" } as const;
const table: MergedTable = {
  class: "shared",
  primaryKey: "key",
  columns: { key: text, name: text, note: { kind: "text", initial: null } },
};
const made = { operation: "insert", values: { key: "k", name: "a", note: "x" }, stamps: { key: "1" } } as const;

function change(facts: Partial<ReplicatedChange>): ReplicatedChange {
  return { origin: "n1:1", seq: 1, schema: 1, table: "things", key: "k", life: "", ...made, ...facts };
}

const edit = (name: string, stamp: string, base = "1") =>
  change({ operation: "update", values: { name }, stamps: { name: stamp }, base: { key: base } });
const removal = (stamp: string, base: Readonly<Record<string, string>>) =>
  change({ operation: "remove", values: {}, stamps: { key: stamp }, base });

function after(...changes: readonly ReplicatedChange[]) {
  const losses: unknown[] = [];
  let row: MergedRow | undefined;
  for (const each of changes) {
    const merged = mergeShared(table, row, each);
    row = merged.row;
    losses.push(...merged.losses.map(({ column, lost }) => `${column} ${lost.value}`));
  }
  return { row, losses };
}

describe("two edits that have not seen each other", () => {
  it.each([
    ["earlier first", [edit("b", "2"), edit("c", "3")]],
    ["later first", [edit("c", "3"), edit("b", "2")]],
  ])("%s: the later stays and the earlier is lost", (_order, edits) => {
    const { row, losses } = after(change({}), ...edits);
    expect(row?.values["name"]).toBe("c");
    expect(row?.stamps).toEqual({ key: "1", name: "3" });
    expect(losses).toEqual(["name b"]);
  });

  it("lose nothing if they write the same value", () => {
    expect(after(change({}), edit("b", "2"), edit("b", "3")).losses).toEqual([]);
  });
});

test("an edit that has seen the value that it replaces loses nothing", () => {
  expect(after(change({}), edit("b", "2"), edit("c", "3", "2")).losses).toEqual([]);
});

test("a removal wins over an edit that is later and has not seen it, in either order", () => {
  const [gone, late] = [removal("2", { key: "1" }), edit("b", "9")];
  for (const order of [
    [gone, late],
    [late, gone],
  ]) {
    const { row, losses } = after(change({}), ...order);
    expect(row).toMatchObject({ values: {}, removed: "2" });
    expect(losses).toEqual(["name b"]);
  }
});

test("what a removal has seen is not lost by it", () => {
  expect(after(change({}), edit("b", "2"), removal("3", { key: "1", name: "2" })).losses).toEqual([]);
});

test("a row that is made again is a new life: edits of the former one do not reach it", () => {
  const again = change({ values: { key: "k", name: "new", note: "y" }, stamps: { key: "3" }, life: "2" });
  const { row, losses } = after(change({}), removal("2", { key: "1" }), again, edit("b", "9"));
  expect(row).toMatchObject({ values: { name: "new", note: "y" }, life: "2" });
  expect(losses).toEqual(["name b"]);
});

test("two nodes that make one row keep the later value of each column", () => {
  const other = change({ values: { key: "k", name: "b", note: "x" }, stamps: { key: "2" } });
  const { row, losses } = after(change({}), other);
  expect(row?.values).toEqual({ key: "k", name: "b", note: "x" });
  expect(losses).toEqual(["name a"]);
});

test("a column that an older version does not name has a value that nobody wrote, and every value is later", () => {
  const older = change({ values: { key: "k", name: "b" }, stamps: { key: "5" } });
  expect(after(older).row).toMatchObject({ values: { note: null }, stamps: { key: "5", note: "" } });
  expect(after(older, change({})).row?.values).toEqual({ key: "k", name: "b", note: "x" });
});
