import { expect, test } from "vitest";

import { compareTenures, firstTenure, mergeOwned, takenOver } from "./merge-owned.ts";
import type { MergedTable } from "./merged-table.ts";
import type { ReplicatedChange } from "./replicated-change.ts";

const text = { kind: "text" } as const;
const table: MergedTable = { class: "owned", primaryKey: "key", columns: { key: text, state: text } };
const burned = firstTenure("n1", "1");
const heir = takenOver(burned, "n2", "5");

const made: ReplicatedChange = {
  origin: "n1:1",
  seq: 1,
  schema: 1,
  table: "requests",
  key: "k",
  operation: "insert",
  values: { key: "k", state: "open" },
  stamps: { key: "1" },
  life: "",
  tenure: burned,
};
const late: ReplicatedChange = {
  ...made,
  seq: 2,
  operation: "update",
  values: { state: "done" },
  stamps: { state: "9" },
  base: { key: "1" },
};
const takeOver: ReplicatedChange = { ...late, origin: "n2:1", values: made.values, stamps: { key: "5" }, tenure: heir };

test("what a burned node wrote does not count after its rows were taken over, in either order", () => {
  const first = mergeOwned(table, undefined, made).row;
  const taken = mergeOwned(table, first, takeOver);
  const refused = mergeOwned(table, taken.row, late);
  expect(refused).toMatchObject({ refused: "lowerEpoch", losses: [{ column: "state", lost: { value: "done" } }] });
  const written = mergeOwned(table, first, late);
  const replaced = mergeOwned(table, written.row, takeOver);
  expect(replaced.losses).toMatchObject([{ column: "state", lost: { value: "done" }, kept: { value: "open" } }]);
  expect(replaced.row).toEqual(refused.row);
});

test("of two take-overs of one epoch the one with the later claim holds", () => {
  const other = takenOver(burned, "n3", "6");
  expect(other.epoch).toBe(heir.epoch);
  expect(compareTenures(other, heir)).toBeGreaterThan(0);
  expect(compareTenures(burned, heir)).toBeLessThan(0);
  expect(compareTenures(heir, heir)).toBe(0);
});
