import { expect, test } from "vitest";

import { lagOf } from "./node-link-facts.ts";
import { stampOf } from "./replication/stamp.ts";

const changed = (ms: number) => ({ stamps: { id: stampOf({ ms, counter: 0, writer: 1, node: "n2" }) } });

test("the times that changes took; those without a stamp tell none", () => {
  expect(lagOf([], 10)).toBeNull();
  expect(lagOf([{ stamps: {} }], 10)).toBeNull();
  expect(lagOf([{ stamps: {} }, changed(4), changed(9)], 10)).toEqual({ changes: 2, p50: 6, p95: 6, max: 6 });
  // The other node's clock is ahead.
  expect(lagOf([changed(20)], 10)).toMatchObject({ max: 0 });
});
