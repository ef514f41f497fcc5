import { expect, test } from "vitest";

import { boundedMemory } from "./bounded-memory.ts";

test("the entry longest unused is forgotten first, and no more are kept than were allowed", () => {
  const memory = boundedMemory<number>(3);
  for (const [index, name] of ["a", "b", "c"].entries()) memory.set(name, index);
  expect(memory.get("a")).toBe(0);
  memory.set("d", 3);
  expect([...memory.keys()].toSorted()).toEqual(["a", "c", "d"]);
  memory.set("d", 4);
  expect(memory.size).toBe(3);
});
