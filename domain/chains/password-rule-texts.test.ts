import { expect, test } from "vitest";

import { ruleNames } from "../passwords/password-rules.ts";
import { passwordRuleText } from "./password-rule-texts.ts";

test("each rule has a text in each language, with its value where it takes one", () => {
  for (const name of [...ruleNames, "uniquePasswords"] as const) {
    const { en, de } = passwordRuleText(name, "$& 7");
    expect([en, de].every((text) => text.length > 0 && !text.includes("{"))).toBe(true);
    expect(en.includes("$& 7")).toBe(de.includes("$& 7"));
  }
  expect(passwordRuleText("minLength", "12")).toEqual({ en: "At least 12 characters", de: "Mindestens 12 Zeichen" });
});
