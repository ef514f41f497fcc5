import { expect, test } from "vitest";

import { conflictAfter, conflictName, conflictState, reverting, settledBy } from "./conflicts.ts";
import type { Loss } from "./merged.ts";

const place = { id: "c", table: "users", key: "k", column: "name" };
const loss = (lost: string, stamp: string): Loss => ({
  column: "name",
  lost: { value: lost, stamp },
  kept: { value: "z", stamp: "9" },
});
const rowAfter = (...losses: readonly Loss[]) =>
  losses.reduce<ReturnType<typeof conflictAfter> & { life: string }>(
    (before, each) => ({ ...conflictAfter(before, place, each), life: "" }),
    { values: {}, stamps: {}, life: "" },
  );

test("a place has one conflict, which counts the values that were lost there", () => {
  expect(conflictName(place)).toBe("conflict\nusers\nk\nname");
  expect(rowAfter(loss("a", "1"), loss("b", "2")).values).toMatchObject({ lost: "b", lostStamp: "2", count: 2 });
  expect(rowAfter(loss("a", "1"), loss("a", "1")).values).toMatchObject({ count: 1 });
});

test("its columns have the stamps of what they tell, so the rows of two nodes are one", () => {
  const { stamps } = rowAfter(loss("a", "1"), loss("b", "2"));
  expect(stamps).toMatchObject({ lost: "2", lostStamp: "2", kept: "9", count: "000000000002" });
});

test("a loss after a decision opens it again", () => {
  const settled = { lostStamp: "2", ...settledBy({ lostStamp: "2" }, "accepted", "anna") };
  expect(conflictState({ lostStamp: "2", settledStamp: "", settled: null })).toBe("open");
  expect(conflictState(settled)).toBe("accepted");
  expect(conflictState({ ...settled, lostStamp: "3" })).toBe("open");
});

test("a revert is an edit with the lost value, where the row is there and has another", () => {
  const row = { values: { key: "k", name: "z" }, stamps: {}, life: "" };
  expect(reverting({ column: "name", lost: "a" }, row)).toEqual({ name: "a" });
  expect(reverting({ column: "name", lost: "z" }, row)).toBeUndefined();
  expect(reverting({ column: "name", lost: "a" }, { ...row, values: {}, removed: "5" })).toBeUndefined();
  expect(reverting({ column: "name", lost: "a" }, undefined)).toBeUndefined();
});
