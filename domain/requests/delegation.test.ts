import { describe, expect, test } from "vitest";

import { circleWith, type Delegation, isWithin, nextDelegationMoment, overlapping } from "./delegation.ts";

/** Returns a delegation from `ada>ben 1-5 request`; without an end it is open-ended. */
function delegation(text: string): Delegation {
  const [people = "", period = "0-", requestKey = null] = text.split(" ");
  const [delegatorKey = "", delegateKey = ""] = people.split(">");
  const [begin, end = ""] = period.split("-");
  return { delegatorKey, delegateKey, requestKey, beginsAt: Number(begin), endsAt: end === "" ? null : Number(end) };
}

test("a delegation is good from its beginning up to its end, and is looked at when they come", () => {
  const period = { beginsAt: 10, endsAt: 20 };
  expect([9, 10, 19, 20].map((moment) => isWithin(period, moment))).toEqual([false, true, true, false]);
  expect([9, 10, 19, 20].map((now) => nextDelegationMoment(period, now))).toEqual([10, 20, 20, undefined]);
  expect(nextDelegationMoment({ beginsAt: 10, endsAt: null }, 10)).toBeUndefined();
});

test.each([
  ["ada>cy 4-9", "ada>ben 1-5"],
  ["ada>cy", "ada>ben 1-5"],
  ["ada>cy 1-2 r1", "ada>ben 1-2 r1"],
])("%s is at the same time as %s", (one, other) => {
  expect(overlapping(delegation(one), [delegation(other)])).toEqual(delegation(other));
});

test.each([
  ["ada>cy 5-9", "ada>ben 1-5"],
  ["ada>cy 1-5", "ben>cy 1-5"],
  ["ada>cy 1-5 r1", "ada>ben 1-5"],
  ["ada>cy 1-5 r1", "ada>ben 1-5 r2"],
])("%s may stand beside %s", (one, other) => {
  expect(overlapping(delegation(one), [delegation(other)])).toBeUndefined();
});

describe("a circle", () => {
  test.each([
    ["ben>ada", ["ada>ben"], "ben ada ben"],
    ["cy>ada 2-3", ["ada>ben 1-5", "ben>cy 2-9"], "cy ada ben cy"],
    ["cy>ada 1-9 r1", ["ada>ben", "ben>cy 1-9 r1"], "cy ada ben cy"],
    ["cy>ada", ["ada>dan", "ada>ben", "ben>dan", "ben>cy"], "cy ada ben cy"],
    ["ada>ada", [], "ada ada"],
  ])("%s closes one with %j", (one, others, circle) => {
    expect(circleWith(delegation(one), others.map(delegation))).toEqual(circle.split(" "));
  });

  test("is looked for once behind each person, however many ways lead there", () => {
    const layers = Array.from({ length: 24 }, (_, n) => [`a${n}`, `b${n}`]);
    const ways = layers.flatMap((people, n) =>
      people.flatMap((one) => [`${one}>a${n + 1}`, `${one}>b${n + 1} 0- r1`].map(delegation)),
    );
    expect(circleWith(delegation("z>a0 0- r1"), ways)).toBeUndefined();
    expect(circleWith(delegation("z>a0 0- r1"), [...ways, delegation("b24>z")])?.length).toBe(27);
  });

  test.each([
    ["cy>ada", ["ada>ben"]],
    ["ben>ada 5-9", ["ada>ben 1-5"]],
    ["cy>ada 1-9", ["ada>ben 1-4", "ben>cy 4-9"]],
    ["ben>ada 1-9 r1", ["ada>ben 1-9 r2"]],
    ["cy>ada", ["ada>ben 1-9 r1", "ben>cy 1-9 r2"]],
    ["dan>ada", ["ada>ben", "ben>ada"]],
  ])("%s closes none with %j", (one, others) => {
    expect(circleWith(delegation(one), others.map(delegation))).toBeUndefined();
  });
});
