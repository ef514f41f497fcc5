import { expect, it } from "vitest";

import { factsOfNobody } from "#domain/passwords/facts-of-nobody.fixture.ts";
import { brokenRules } from "#domain/passwords/password-check.ts";
import { initialRules } from "#domain/passwords/password-rules.ts";

import type { PasswordPolicy } from "../../api/model.ts";
import { rulesIn } from "./policy-rules.ts";

const usual = initialRules();
const facts = { description: "", lastUpdatedModule: "", lastUpdatedNode: "", id: "DEFAULT" };

it("takes the rules out of a policy as they can be judged and sent, and has those that it lacks as they are at first", () => {
  const { minLength } = usual.length;
  const strange = { minLength: { ...minLength, value: 20, "@odata.type": "#NumberPasswordRule" } };
  const rules = rulesIn({ ...facts, ...usual, length: strange } as unknown as PasswordPolicy);
  expect(rules).toEqual({ ...usual, length: { ...usual.length, minLength: { ...minLength, value: 20 } } });
  const broken = brokenRules(rules, {
    password: "Ugtrewo8",
    ...factsOfNobody,
  });
  expect(broken.map(({ rule }) => rule)).toEqual(["length.minLength"]);
});
