import { expect, it } from "vitest";

import { LruCache } from "./lru-cache.ts";

it("forgets the entry that was not used for the longest time", () => {
  const cache = new LruCache<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 3);
  expect([cache.get("a"), cache.get("b"), cache.get("c"), cache.size]).toEqual([1, undefined, 3, 2]);
});

it("counts an entry that is set again once", () => {
  const cache = new LruCache<string, number>(2);
  for (let n = 0; n < 5; n++) cache.set("a", n);
  expect([cache.get("a"), cache.size]).toEqual([4, 1]);
});

it("knows what was used last, also after it was deleted and kept again", () => {
  const cache = new LruCache<string, number>(2);
  cache.set("a", 1);
  expect([cache.delete("a"), cache.delete("a")]).toEqual([true, false]);
  cache.set("b", 2);
  cache.set("a", 3);
  expect([cache.get("b"), cache.get("b")]).toEqual([2, 2]);
  cache.set("c", 4);
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([undefined, 2, 4]);
});
