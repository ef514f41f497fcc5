import { expect, it, test } from "vitest";

import { mergeKept, mergeRising } from "./merge-kept.ts";
import type { MergedTable } from "./merged-table.ts";
import type { MergedRow, ReplicatedChange } from "./replicated-change.ts";

const table: MergedTable = {
  class: "rising",
  primaryKey: "key",
  columns: {
    key: { kind: "text" },
    status: { kind: "text", rises: ["U", "failed", "C"] },
    refusal: { kind: "text", rises: true, initial: null },
  },
};

const made: ReplicatedChange = {
  origin: "n1:1",
  seq: 1,
  schema: 1,
  table: "vaultEntries",
  key: "k",
  operation: "insert",
  values: { key: "k", status: "U", refusal: null },
  stamps: { key: "1" },
  life: "",
};
const update = (values: ReplicatedChange["values"], stamp: string): ReplicatedChange => ({
  ...made,
  operation: "update",
  values,
  stamps: Object.fromEntries(Object.keys(values).map((column) => [column, stamp])),
  base: { key: "1" },
});

const risen = (...changes: readonly ReplicatedChange[]) =>
  changes.reduce<MergedRow | undefined>((row, change) => mergeRising(table, row, change).row, undefined);

it.each([
  ["confirmed, then failed by a later clock", [update({ status: "C" }, "2"), update({ status: "failed" }, "9")]],
  ["failed, then confirmed by an earlier clock", [update({ status: "failed" }, "9"), update({ status: "C" }, "2")]],
])("an entry that was %s stays confirmed", (_name, changes) => {
  expect(risen(made, ...changes)).toMatchObject({ values: { status: "C" }, stamps: { status: "2" } });
});

test("of two values that are set once the earlier stays, and the other is listed as lost", () => {
  const [one, other] = [update({ refusal: "too short" }, "2"), update({ refusal: "too old" }, "3")];
  expect(risen(made, one, other)).toEqual(risen(made, other, one));
  expect(mergeRising(table, risen(made, other), one).losses).toMatchObject([{ lost: { value: "too old" } }]);
});

test("a row that is removed does not come back, and of two rows with one key the older stays", () => {
  const removed = mergeKept(table, undefined, { ...made, operation: "remove", values: {}, stamps: { key: "4" } }).row;
  expect(mergeKept(table, removed, made).row).toBe(removed);
  const other = { ...made, values: { ...made.values, status: "C" }, stamps: { key: "2" } };
  const [first, second] = [mergeKept(table, undefined, made).row, mergeKept(table, undefined, other).row];
  expect(mergeKept(table, first, other).row).toEqual(mergeKept(table, second, made).row);
});
