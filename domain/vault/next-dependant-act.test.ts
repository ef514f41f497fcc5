import { describe, expect, test } from "vitest";

import { createRandom } from "../random.fixture.ts";
import { broughtBackMax, restorePauseMs, restorePauseMsMax } from "../vault-run-limits.ts";
import { DependantModel, type DependantRules, dependantRules } from "./dependants.fixture.ts";
import type { EndedAct } from "./ended-act.ts";
import { type ActFacts, nextAct } from "./next-act.ts";
import type { Dependant } from "./next-dependant-act.ts";
import { type TreeEntry, vaultTree } from "./vault-tree.ts";

const entry = (key: string, part: Partial<TreeEntry> = {}): TreeEntry => ({
  key,
  parentKey: null,
  origin: "randomized",
  status: "C",
  createdAt: 1,
  openedAt: null,
  refusedAt: null,
  refusal: null,
  ...part,
});
const old = entry("old");
const taken = entry("new", { status: "U", parentKey: "old", createdAt: 2, openedAt: 5 });
const dependant = (key: string, part: Partial<Dependant> = {}): Dependant => ({
  key,
  kind: "account",
  sequence: Number(key),
  toldEntryKey: null,
  heldEntryKey: null,
  refusedEntryKey: null,
  ...part,
});
const has = (key: string, entryKey: string, part: Partial<Dependant> = {}) =>
  dependant(key, { toldEntryKey: entryKey, heldEntryKey: entryKey, ...part });
const ended = (part: Partial<EndedAct>): EndedAct => ({
  act: "tell",
  dependantKey: "1",
  entryKey: "new",
  result: "S",
  errorCode: null,
  candidates: 0,
  endedAt: 10,
  ...part,
});
const set = ended({ act: "set", dependantKey: null, candidates: 1 });
const act = (
  dependants: readonly Dependant[],
  { entries = [old, taken], done = [set], ...part }: Partial<ActFacts> & Parts = {},
) =>
  nextAct({
    kind: "randomize",
    tree: vaultTree(entries),
    ended: done,
    inFlightUntil: null,
    now: 100,
    dependants,
    ...part,
  });
interface Parts {
  readonly entries?: readonly TreeEntry[];
  readonly done?: readonly EndedAct[];
}
const told = (dependantKey: string, notBefore = null) => ({ do: "tell", dependantKey, entryKey: "new", notBefore });
const restored = (dependantKey: string | null, notBefore: number | null = null) => ({
  do: "restore",
  dependantKey,
  entryKey: "old",
  notBefore,
});

describe("a new password that the account has taken", () => {
  test("is told to one dependant after the other, and counts after the last", () => {
    expect(act([dependant("2"), dependant("1")])).toEqual(told("1"));
    expect(act([has("1", "new"), has("2", "old")])).toEqual(told("2"));
    expect(act([has("1", "new"), has("2", "new")])).toEqual({ do: "confirm", entryKey: "new" });
  });

  test("is tested where a plug-in has told it, and told once more where nobody knows whether it was", () => {
    const asked = dependant("1", { kind: "plugin", toldEntryKey: "new" });
    expect(act([asked], { done: [set, ended({})] })).toMatchObject({ do: "test", dependantKey: "1" });
    expect(act([asked])).toEqual(told("1"));
    expect(act([asked], { done: [ended({ entryKey: "old" })] })).toEqual(told("1"));
  });

  test("is only verified, and told to nobody, where it is not known to be in force, or by a run that verifies", () => {
    const unknown = { entries: [old, { ...taken, openedAt: null }] };
    expect(act([dependant("1")], unknown)).toMatchObject({ do: "verify", entryKey: "new" });
    expect(act([dependant("1")], { kind: "verify", done: [] })).toMatchObject({ do: "verify", entryKey: "new" });
    expect(act([])).toMatchObject({ do: "verify", entryKey: "new" });
  });
});

describe("a dependant that does not take it", () => {
  const third = dependant("3", { toldEntryKey: "new", refusedEntryKey: "new" });
  const failed = ended({ dependantKey: "3", result: "F" });

  test("has those before it told the confirmed one again, the last first, then the account; who was told nothing is left alone", () => {
    const done = [set, failed];
    expect(act([has("1", "new"), has("2", "new"), third, has("4", "old")], { done })).toEqual(restored("2"));
    expect(act([has("1", "new"), has("2", "old"), third, dependant("4")], { done })).toEqual(restored("1"));
    expect(act([has("1", "old"), has("2", "old"), third, dependant("4")], { done })).toEqual(restored(null));
  });

  test("is brought back itself when the account is, and no other password is made by that run", () => {
    const entries = [old, { ...taken, status: "failed" as const }];
    const done = [set, failed, ended({ act: "restore", dependantKey: null, entryKey: "old" })];
    expect(act([has("1", "old"), third], { entries, done })).toEqual(restored("3"));
    expect(act([has("1", "old"), has("3", "old")], { entries, done })).toEqual({ do: "end" });
  });

  test("holds up the next change until it has the confirmed password, or was tried so often", () => {
    const entries = [old];
    expect(act([third], { entries, done: [] })).toEqual(restored("3"));
    const failures = Array.from({ length: broughtBackMax }, () =>
      ended({ act: "restore", dependantKey: "3", entryKey: "old", result: "F" }),
    );
    expect(act([third], { entries, done: failures })).toEqual({ do: "end" });
    expect(act([has("3", "old")], { entries, done: [] })).toEqual({ do: "set", candidates: 1 });
  });

  test("is told once more by the next run where nothing was confirmed before", () => {
    expect(act([third], { entries: [taken], done: [set, failed] })).toEqual({ do: "end" });
    expect(act([third], { entries: [taken], done: [] })).toEqual(told("3"));
  });

  test("holds up nothing once it is a dependant no more", () => {
    expect(act([has("1", "new"), has("2", "old")], { done: [set, failed] })).toEqual(told("2"));
  });
});

describe("what is told again", () => {
  const second = has("2", "new");
  const third = dependant("3", { toldEntryKey: "new", refusedEntryKey: "new" });

  test("waits until nobody may still tell the new one", () => {
    const late = { dependantsInFlightUntil: new Map([["2", 150]]) };
    expect(act([second, third], late)).toEqual(restored("2", 150));
    expect(act([has("2", "old"), third], { inFlightUntil: 170 })).toEqual(restored(null, 170));
    expect(act([dependant("2")], late)).toMatchObject({ do: "tell", notBefore: 150 });
  });

  test("is tried again after pauses that grow, for as long as it takes", () => {
    const failures = (count: number, dependantKey: string | null) =>
      Array.from({ length: count }, () =>
        ended({ act: "restore", dependantKey, entryKey: "old", result: "F", endedAt: 50 }),
      );
    expect(act([second, third], { done: failures(1, "2") })).toEqual(restored("2", 50 + restorePauseMs));
    expect(act([second, third], { done: failures(3, "2") })).toEqual(restored("2", 50 + 4 * restorePauseMs));
    expect(act([second, third], { done: failures(30, "2") })).toEqual(restored("2", 50 + restorePauseMsMax));
    expect(act([third], { done: failures(2, null) })).toEqual(restored(null, 50 + 2 * restorePauseMs));
  });

  test("is tested where a plug-in has told it", () => {
    const asked = dependant("2", { kind: "plugin", toldEntryKey: "old" });
    const done = [set, ended({ act: "restore", dependantKey: "2", entryKey: "old" })];
    expect(act([asked, third], { done })).toMatchObject({ do: "verify", dependantKey: "2", entryKey: "old" });
  });
});

describe("histories of refusals, crashes, lost answers and late senders", () => {
  const faultIn = (seed: number, rules: DependantRules): string | undefined => {
    const model = new DependantModel(createRandom(seed), rules);
    for (let step = 0; step < 60; step += 1) {
      model.step();
      const fault = model.fault();
      if (fault !== undefined) return `history ${seed}, step ${step}: ${fault}`;
    }
    const fault = model.settleDown();
    return fault === undefined ? undefined : `history ${seed}, in the end: ${fault}`;
  };
  const firstFault = (rules: DependantRules, count: number) => {
    for (let seed = 1; seed <= count; seed += 1) {
      const fault = faultIn(seed, rules);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };

  test("leave at each instant an entry that opens the account, and in the end one confirmed password that all have", () => {
    expect(firstFault(dependantRules, 3_000)).toBeUndefined();
  });

  test.each<[string, Partial<DependantRules>]>([
    ["nobody waits for late senders", { waitsForLate: false }],
    ["a password counts before the dependants have it", { waitsForDependants: () => false }],
    ["what a dependant is told is written after it", { writesFirst: false }],
  ])("are found to break it where %s", (_defect, planted) => {
    expect(firstFault({ ...dependantRules, ...planted }, 20_000)).toBeDefined();
  });
});
