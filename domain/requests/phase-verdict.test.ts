import { describe, expect, it } from "vitest";

import { decisionsToExplain, phaseVerdict } from "./phase-verdict.ts";

type Said = { readonly by: string; readonly yes: boolean; readonly operationKeys: readonly string[] | null };

const says = (by: string, yes: boolean, ...operationKeys: string[]): Said => ({
  by,
  yes,
  operationKeys: operationKeys.length === 0 ? null : operationKeys,
});
/** Returns the outcome of a rule by which two approve, or one denies. */
const outcomeOf = (said: readonly Said[]) =>
  said.some(({ yes }) => !yes) ? "denied" : said.length < 2 ? "open" : "approved";
const verdictOf = (...said: Said[]) => phaseVerdict(said, ["o1", "o2"], outcomeOf);

describe("a phase in which nobody speaks of single operations", () => {
  it.each([
    [[], "open"],
    [[says("a", true), says("b", true)], "approved"],
    [[says("a", false)], "denied"],
  ] as const)("is what its rule says (%#)", (said, outcome) => {
    expect(verdictOf(...said)).toEqual({ outcome, denied: [] });
  });
});

describe("a phase in which somebody does", () => {
  it("is approved without what was denied", () => {
    const said = [says("a", true, "o1"), says("a", false, "o2"), says("b", true)];
    expect(verdictOf(...said)).toEqual({ outcome: "approved", denied: ["o2"] });
  });

  it("is open while one operation is", () => {
    expect(verdictOf(says("a", false, "o2"), says("b", true))).toEqual({ outcome: "open", denied: [] });
    expect(verdictOf(says("a", true, "o1"), says("b", true))).toEqual({ outcome: "open", denied: [] });
  });

  it("is denied where each operation is", () => {
    expect(verdictOf(says("a", false, "o2"), says("b", false, "o1"))).toEqual({ outcome: "denied", denied: [] });
  });
});

it("what is explained is the first operation that is open", () => {
  const [first, second] = [says("a", false, "o1"), says("b", true, "o2")];
  expect(decisionsToExplain([first, second], ["o1", "o2"], outcomeOf)).toEqual([second]);
  expect(decisionsToExplain([first, says("b", false, "o2")], ["o1", "o2"], outcomeOf)).toEqual([first]);
  expect(decisionsToExplain([says("a", true)], ["o1", "o2"], outcomeOf)).toHaveLength(1);
});
