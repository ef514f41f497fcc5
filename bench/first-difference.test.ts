import { expect, test } from "vitest";

import { firstDifference } from "./first-difference.ts";

const difference = (ours: object, bare: object) =>
  firstDifference({ name: "ours", text: JSON.stringify(ours) }, { name: "bare", text: JSON.stringify(bare) });

test("the place is named in which two answers differ, with what each has there", () => {
  const row = { key: "k", mail: null, locked: false };
  expect(difference({ value: [row] }, { value: [row] })).toBeUndefined();
  expect(difference({ value: [row] }, { value: [{ key: "k", locked: false }] })).toBe(
    "value/0/mail: ours has null, bare has nothing",
  );
  expect(difference({ value: [row] }, { value: [row, row] })).toBe(
    `value/1: ours has nothing, bare has ${JSON.stringify(row)}`,
  );
  expect(difference({ value: [] }, { value: null })).toBe("value: ours has [], bare has null");
  expect(difference({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe("the properties are the same and stand in another order");
});
