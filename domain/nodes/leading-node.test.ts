import { expect, test } from "vitest";

import { leadingNode } from "./leading-node.ts";

const node = (id: string, registeredAt: number, state: "active" | "joining" | "paused" | "expelled" = "active") => ({
  id,
  registeredAt,
  state,
});

test("the active node that has been here longest leads, whatever the order of the rows", () => {
  const [one, two, three] = [node("n1", 10), node("n2", 20), node("n3", 20)];
  expect(leadingNode([three, two, one])).toBe("n1");
  expect(leadingNode([three, two, { ...one, state: "expelled" }])).toBe("n2");
  expect(leadingNode([three, { ...two, state: "joining" }, { ...one, state: "paused" }])).toBe("n3");
  expect(leadingNode([])).toBeUndefined();
});
