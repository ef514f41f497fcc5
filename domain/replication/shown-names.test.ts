import { expect, test } from "vitest";

import { createRandom } from "../random.fixture.ts";
import { type Claim, ranksOf } from "./shown-names.ts";
import { stampOf } from "./stamp.ts";

const claim = (node: string, ms: number, key: string): Claim => ({
  key,
  name: "anna",
  stamp: stampOf({ ms, counter: 0, writer: 1, node }),
});
const first = claim("n3", 1, "0f8fad5b-d9cb-469f-a165-70867728950e");
const second = claim("n2", 2, "7c9e6679-7425-40de-944b-e07fc1f90ae7");
const third = claim("n2", 3, "00000000-7425-40de-944b-000000000001");
const isFree = () => false;

test("the older claim keeps the name and the others are shown with their node, whatever order they arrive in", () => {
  const expected = ranksOf([first, second, third], isFree);
  expect(expected.get(first.key)).toEqual({ rank: 0, shown: "anna" });
  expect(expected.get(second.key)).toMatchObject({ rank: 1, shown: expect.stringMatching(/^anna~n2-[0-9a-f]{4}$/) });
  for (let seed = 1; seed <= 5; seed += 1)
    expect(ranksOf(createRandom(seed).shuffle([third, first, second]), isFree)).toEqual(expected);
});

test("a name that somebody has chosen is not shown for another", () => {
  const taken = ranksOf([first, second], isFree).get(second.key)?.shown ?? "";
  const longer = ranksOf([first, second], (name) => name === taken).get(second.key)?.shown;
  expect(longer).toMatch(/^anna~n2-[0-9a-f]{8}$/);
});
