import { expect, test } from "vitest";

import { nodeAskedMs } from "../node-limits.ts";
import { standsBy } from "./stands-by.ts";

const now = 10 * nodeAskedMs;
const other = { name: "n2", toldState: null, lastPullAt: now - 1_000 } as const;

test("a node alone, and one that has just asked, performs its work", () => {
  expect(standsBy([], now)).toBeUndefined();
  expect(standsBy([other], now)).toBeUndefined();
  expect(
    standsBy(
      [
        { ...other, lastPullAt: null },
        { ...other, name: "n3" },
      ],
      now,
    ),
  ).toBeUndefined();
});

test.each(["paused", "expelled"] as const)(
  "one that is %s at any other node performs nothing, and says where",
  (toldState) => {
    expect(standsBy([other, { ...other, name: "n3", toldState }], now)).toBe(
      `node n3 says that this node is ${toldState} there`,
    );
  },
);

test.each([null, now - nodeAskedMs - 1, now + nodeAskedMs + 1])(
  "one that has asked nobody since it came back performs nothing: %s",
  (lastPullAt) => {
    expect(standsBy([{ ...other, lastPullAt }], now)).toMatch(/has not asked another node/);
  },
);
