import { describe, expect, it } from "vitest";

import {
  changedRules,
  initialRules,
  passwordRules,
  ruleFaults,
  ruleGroups,
  rulesOf,
  type RuleChanges,
} from "./password-rules.ts";

const faults = (changes: RuleChanges) => ruleFaults(changedRules(initialRules(), changes)).map(({ target }) => target);

describe("the rules of a password policy", () => {
  it("are each in one group, and a new policy has them all and can be fulfilled", () => {
    const grouped = ruleGroups.flatMap((group) => Object.keys(rulesOf(group)));
    expect(grouped.toSorted()).toEqual(Object.keys(passwordRules).toSorted());
    expect(ruleFaults(initialRules())).toEqual([]);
  });

  it("change only where a change is given", () => {
    const rules = changedRules(initialRules(), { length: { minLength: { value: 12 } }, custom: {} });
    expect(rules.length["minLength"]).toEqual({ mode: "required", value: 12, message: null });
    expect({ ...rules, length: {} }).toEqual({ ...initialRules(), length: {} });
  });

  it("get a rule that a stored policy of an older version lacks", () => {
    const { minLength: _, ...length } = initialRules().length;
    const rules = changedRules({ ...initialRules(), length }, {});
    expect(rules).toEqual(initialRules());
  });

  it.each<[RuleChanges, string[]]>([
    [{ length: { minLength: { value: 0 } } }, ["length.minLength"]],
    [{ length: { minLength: { value: 1.5 } } }, ["length.minLength"]],
    [{ length: { maxLength: { value: 128 } } }, ["length.maxLength"]],
    [{ length: { minLength: { value: null } } }, ["length.minLength"]],
    [{ length: { minLength: { value: null, mode: "disabled" } } }, []],
    [{ character: { beginsWithLetter: { mode: "required", value: 1 } } }, ["character.beginsWithLetter"]],
    [{ character: { allowedChars: { mode: "required", value: "" } } }, ["character.allowedChars"]],
    [{ custom: { regex: { mode: "required", value: "(" } } }, ["custom.regex"]],
    [{ custom: { regex: { mode: "warning", value: "^a" } } }, []],
    [{ custom: { regex: { mode: "required", value: "(?=.*a)" } } }, ["custom.regex"]],
    [{ custom: { plugin: { mode: "required", value: "strength" } } }, []],
    [{ custom: { plugin: { mode: "required" } } }, ["custom.plugin"]],
    [{ custom: { plugin: { value: "strength" } } }, []],
    [
      { history: { notHistory: { value: 0 } }, dictionary: { notCommon: { value: "x" } } },
      ["dictionary.notCommon", "history.notHistory"],
    ],
  ])("%j has the faults %j", (changes, targets) => expect(faults(changes).toSorted()).toEqual(targets));
});
