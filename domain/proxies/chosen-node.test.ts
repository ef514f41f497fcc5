import { expect, test } from "vitest";

import type { NodeState } from "../node-states.ts";
import { type AskedAddress, chosenAddress } from "./chosen-node.ts";

interface Told {
  readonly standsBy?: string;
  readonly isBusy?: boolean;
  /** State of the other node there. */
  readonly other?: NodeState;
}

function told(name: "n1" | "n2", { standsBy, isBusy = false, other = "active" }: Told = {}): AskedAddress {
  const nodes = (["n1", "n2"] as const).map((one) => ({
    name: one,
    state: one === name ? ("active" as const) : other,
    signingKey: one,
  }));
  return { told: { name, standsBy: standsBy ?? null, isBusy, nodes } };
}

const away: AskedAddress = { why: "nobody listens there" };
const choose = (asked: readonly AskedAddress[], current: number | null) =>
  chosenAddress(asked, { home: "n1", current }).index;

test("a proxy works at home while that answers, whatever else answers", () => {
  for (const current of [null, 0, 1]) expect(choose([told("n1"), told("n2")], current)).toBe(0);
  expect(choose([told("n1"), away], null)).toBe(0);
});

test("a home that the proxy alone does not reach keeps it: no other node has paused it", () => {
  for (const current of [null, 0]) expect(choose([away, told("n2")], current)).toBeNull();
  expect(choose([told("n1", { standsBy: "not asked yet" }), told("n2")], 0)).toBeNull();
});

test.each(["paused", "expelled"] as const)(
  "a home that is away and %s at another node gives way to that one",
  (other) => {
    expect(choose([away, told("n2", { other })], 0)).toBe(1);
    expect(choose([told("n1", { standsBy: "not asked yet" }), told("n2", { other })], 0)).toBe(1);
  },
);

test("a home that still answers, and does not know that it was paused, hands out nothing to this proxy any more", () => {
  expect(choose([told("n1"), told("n2", { other: "paused" })], 0)).toBe(1);
});

test("of two nodes that have paused each other, none is chosen", () => {
  expect(choose([told("n1", { other: "paused" }), told("n2", { other: "paused" })], 0)).toBeNull();
});

test("a node that stands by itself is not chosen", () => {
  expect(choose([away, told("n2", { other: "paused", standsBy: "not asked yet" })], 0)).toBeNull();
});

test("the proxy comes home once that is resumed, and the other node has no work left for it", () => {
  expect(choose([told("n1"), told("n2", { isBusy: true })], 1)).toBe(1);
  expect(choose([told("n1"), told("n2")], 1)).toBe(0);
  expect(choose([away, told("n2")], 1)).toBe(1);
});

test("the reason names what is the matter at home, and who has paused it", () => {
  expect(chosenAddress([away, told("n2", { other: "paused" })], { home: "n1", current: 0 }).reason).toBe(
    "nobody listens there, and node 'n1' is paused or expelled here",
  );
});
