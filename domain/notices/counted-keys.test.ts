import { expect, test } from "vitest";

import { countedKeys, countedNames, keysCounted } from "./counted-keys.ts";

const counts = new Map([
  ["k1", 1],
  ["k2", 30],
  ["k4", 2],
  ["k3", 2],
]);

test("the most come first, and what is too much is hinted at", () => {
  expect(countedKeys(counts, 4)).toBe("k2 30, k3 2, k4 2, k1 1");
  expect(countedKeys(counts, 3)).toBe("k2 30, k3 2, k4 2, …");
  expect(countedKeys(new Map(), 3)).toBe("");
});

test("people are told names, and only keys that stand there are looked up", () => {
  const fact = countedKeys(counts, 2);
  expect(keysCounted(fact)).toEqual(["k2", "k3"]);
  expect(countedNames(fact, (key) => `name of ${key}`)).toBe("name of k2 (30), name of k3 (2), …");
  expect([keysCounted(""), countedNames("", String)]).toEqual([[], ""]);
});
