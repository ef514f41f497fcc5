import { expect, test } from "vitest";

import { nodeAskedMs } from "../node-limits.ts";
import { standsBy, toldBy, toldByRefusal } from "./stands-by.ts";

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

const waiting = [{ reason: "unknownColumn" }] as const;
const justNow = now - 1_000;
const longAgo = now - nodeAskedMs - 1;

test("a node that was away and cannot apply what a newer one has changed meanwhile begins no work: it may have been taken over", () => {
  const told = toldBy({ toldState: null, lastSuccessAt: longAgo, held: waiting }, now);
  expect(told).toBe("apart");
  expect(standsBy([{ ...other, toldState: told }], now)).toMatch(/was away.*n2.*upgrade the older one/);
});

test("one that was paused stays without work after it is resumed, until it has applied everything", () => {
  expect(toldBy({ toldState: "paused", lastSuccessAt: justNow, held: waiting }, now)).toBe("apart");
  expect(toldBy({ toldState: "apart", lastSuccessAt: justNow, held: waiting }, now)).toBe("apart");
  expect(toldBy({ toldState: "apart", lastSuccessAt: justNow, held: [] }, now)).toBeNull();
});

test("one that was there all the time goes on with its work while it waits for its upgrade, and so does one that waits for a row", () => {
  expect(toldBy({ toldState: null, lastSuccessAt: justNow, held: waiting }, now)).toBeNull();
  expect(toldBy({ toldState: null, lastSuccessAt: longAgo, held: [{ reason: "missingRow" }] }, now)).toBeNull();
});

test.each([
  ["NODE_PAUSED", justNow, "paused"],
  ["NODE_EXPELLED", justNow, "expelled"],
  ["NODE_VERSION_APART", justNow, undefined],
  ["NODE_VERSION_APART", longAgo, "apart"],
  ["NODE_AWAY", longAgo, undefined],
] as const)("a refusal %s, with the last answer at %d, tells %s", (code, lastSuccessAt, told) => {
  expect(toldByRefusal({ code, lastSuccessAt }, now)).toBe(told);
});
