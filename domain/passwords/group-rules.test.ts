import { describe, expect, it, test } from "vitest";

import { chooseForAll, chooseTogether, groupContradiction, type GroupRules, type RuledAccount } from "./group-rules.ts";

const free = { syncPasswords: false, uniquePasswords: false, passwordChangeRestriction: "anyNumber" } as const;
const group = (id: string, rules: Partial<GroupRules> = {}): GroupRules => ({ ...free, ...rules, id });

/** Returns accounts of groups: `in(G, "a", "b")`. */
const inGroup = (of: GroupRules | null, ...keys: readonly string[]): RuledAccount[] =>
  keys.map((key) => ({ key, group: of }));

const restrictions = ["anyNumber", "allAccounts", "oneAccount"] as const;
const flags = [false, true] as const;

describe("the choice of accounts for one password", () => {
  /** The accounts of a call that names 1, 2 or all 3 accounts of a group: all that get it, or the broken rules. */
  const table: Readonly<Record<string, readonly (readonly string[])[]>> = {
    anyNumber: [["a"], ["a", "b"], ["a", "b", "c"]],
    "anyNumber sync": [
      ["a", "b", "c"],
      ["a", "b", "c"],
      ["a", "b", "c"],
    ],
    "anyNumber unique": [["a"], ["uniquePasswords a b"], ["uniquePasswords a b c"]],
    allAccounts: [["allAccounts b c"], ["allAccounts c"], ["a", "b", "c"]],
    "allAccounts sync": [
      ["a", "b", "c"],
      ["a", "b", "c"],
      ["a", "b", "c"],
    ],
    oneAccount: [["a"], ["oneAccount a b"], ["oneAccount a b c"]],
    "oneAccount unique": [
      ["a"],
      ["oneAccount a b", "uniquePasswords a b"],
      ["oneAccount a b c", "uniquePasswords a b c"],
    ],
  };

  it.each(Object.entries(table))("%s", (name, expected) => {
    const [restriction = "anyNumber", flag] = name.split(" ");
    const rules = group("G", {
      passwordChangeRestriction: restriction as GroupRules["passwordChangeRestriction"],
      syncPasswords: flag === "sync",
      uniquePasswords: flag === "unique",
    });
    const accounts = [...inGroup(rules, "a", "b", "c"), ...inGroup(group("H"), "x"), ...inGroup(null, "y")];
    const chosen = [["a"], ["a", "b"], ["a", "b", "c"]];
    const results = chosen.map((keys) => {
      const { accountKeys, broken } = chooseTogether(keys, accounts);
      return broken.length === 0
        ? accountKeys
        : broken.map(({ rule, accountKeys: about }) => [rule, ...about].join(" "));
    });
    expect(results).toEqual(expected);
  });

  it("is every combination that a group may have, and no other", () => {
    const allowed = restrictions.flatMap((passwordChangeRestriction) =>
      flags.flatMap((syncPasswords) =>
        flags.flatMap((uniquePasswords) => {
          const rules = { passwordChangeRestriction, syncPasswords, uniquePasswords };
          if (groupContradiction(rules) !== undefined) return [];
          return [[passwordChangeRestriction, syncPasswords && "sync", uniquePasswords && "unique"].filter(Boolean)];
        }),
      ),
    );
    expect(allowed.map((words) => words.join(" ")).toSorted()).toEqual(Object.keys(table).toSorted());
  });

  it("of one group changes nothing of another", () => {
    const accounts = [
      ...inGroup(group("G"), "a"),
      ...inGroup(group("S", { syncPasswords: true }), "s", "t"),
      ...inGroup(group("A", { passwordChangeRestriction: "allAccounts" }), "m", "n"),
    ];
    expect(chooseTogether(["a"], accounts)).toEqual({ accountKeys: ["a"], broken: [] });
    expect(chooseTogether(["a", "s"], accounts)).toEqual({ accountKeys: ["a", "s", "t"], broken: [] });
    expect(chooseTogether(["a", "m"], accounts).broken).toEqual([
      { rule: "allAccounts", groupId: "A", accountKeys: ["n"] },
    ]);
  });

  it("does not join an account whose password must be unique with one of another group", () => {
    const accounts = [...inGroup(group("U", { uniquePasswords: true }), "u"), ...inGroup(group("G"), "a")];
    expect(chooseTogether(["u"], accounts).broken).toEqual([]);
    expect(chooseTogether(["u", "a"], accounts).broken).toEqual([
      { rule: "uniquePasswords", groupId: "U", accountKeys: ["u"] },
    ]);
  });

  it("counts only accounts whose password can be set", () => {
    const all = group("A", { passwordChangeRestriction: "allAccounts" });
    // The others are disabled, managed, or on targets that cannot do it: they are not handed in.
    expect(chooseTogether(["a"], inGroup(all, "a")).broken).toEqual([]);
  });
});

describe("the choice of all accounts, where nobody has chosen", () => {
  test.each([
    [
      "one at a time is left out where there are several",
      { passwordChangeRestriction: "oneAccount" } as const,
      ["x", "y"],
    ],
    ["unique ones are left out where there are others", { uniquePasswords: true }, ["x", "y"]],
    ["all others are taken", {}, ["a", "b", "x", "y"]],
    ["synchronized ones are taken", { syncPasswords: true }, ["a", "b", "x", "y"]],
  ])("%s", (_, rules, expected) => {
    expect(chooseForAll([...inGroup(group("G", rules), "a", "b"), ...inGroup(group("H"), "x", "y")])).toEqual(expected);
  });

  test("the only account is taken, whatever the rules of its group", () => {
    for (const passwordChangeRestriction of restrictions)
      for (const uniquePasswords of flags)
        expect(chooseForAll(inGroup(group("G", { passwordChangeRestriction, uniquePasswords }), "a"))).toEqual(["a"]);
  });

  test("what is chosen breaks no rule", () => {
    for (const passwordChangeRestriction of restrictions)
      for (const uniquePasswords of flags)
        for (const others of [[], ["x"], ["x", "y"]]) {
          const rules = group("G", { passwordChangeRestriction, uniquePasswords });
          const accounts = [...inGroup(rules, "a", "b"), ...inGroup(group("H"), ...others)];
          expect(chooseTogether(chooseForAll(accounts), accounts).broken).toEqual([]);
        }
  });
});
