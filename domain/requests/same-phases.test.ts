import { describe, expect, it } from "vitest";

import { samePhases } from "./same-phases.ts";

const list = (rules: string) => [...rules].map((rule, index) => ({ sequence: index + 1, rule }));
/** Returns the new list, with the number that each of its phases had before; a dash for a new one. */
const told = (before: string, after: string) => {
  const same = samePhases(list(before), list(after));
  return list(after)
    .map(({ sequence, rule }) => `${rule}${same.get(sequence)?.sequence ?? "-"}`)
    .join(" ");
};

describe("which phases of a new list were there", () => {
  it.each([
    ["nothing has changed", "AB", "AB", "A1 B2"],
    ["two were swapped", "AB", "BA", "B2 A1"],
    ["all went round", "ABC", "CAB", "C3 A1 B2"],
    ["one came in front", "AB", "NAB", "N- A1 B2"],
    ["the first was taken away", "ABC", "BC", "B2 C3"],
    ["two were swapped and another one edited", "ABC", "BAN", "B2 A1 N3"],
    ["one was edited", "AB", "NB", "N1 B2"],
    ["all were edited", "AB", "MN", "M1 N2"],
    ["both were edited, one to what the other was", "AB", "BN", "B1 N2"],
    ["two of one rule stay where they are", "AAB", "BAA", "B3 A2 A1"],
    ["all are new", "", "AB", "A- B-"],
    ["all are gone", "AB", "", ""],
  ])("%s: %s → %s", (_what, before, after, expected) => {
    expect(told(before, after)).toBe(expected);
  });
});
