import { type RuleGroup, RuleMode, type RuleValue, ruleGroups, rulesOf } from "#domain/passwords/password-rules.ts";
import { passwordPolicies as resource } from "#domain/resources/password-policies.ts";
import { updatePasswordPolicy } from "#operations/password-policies/update-password-policy.ts";

import { verb } from "../odata/entity-set.ts";
import type { Property, StructuredType } from "../odata/structured-type.ts";
import { resourceSet } from "./resource-set.ts";

const rule: StructuredType = {
  name: "PasswordRule",
  abstract: true,
  properties: {
    mode: {
      type: "Edm.String",
      members: Object.values(RuleMode),
      description: "Whether a password that breaks it is refused, is told so, or nothing.",
    },
    message: {
      type: "Edm.String",
      nullable: true,
      description: "What people are told who break it; null = the service's own words.",
    },
  },
};

const valued = (name: string, type: "Edm.Int32" | "Edm.String"): StructuredType => ({
  name,
  base: rule,
  properties: {
    value: { type, nullable: true, description: "What it compares with; null = nothing, or nothing yet." },
  },
});

const numberRule = valued("NumberPasswordRule", "Edm.Int32");
const textRule = valued("TextPasswordRule", "Edm.String");

/** The complex types of rules. */
const ruleTypes: Readonly<Record<RuleValue["type"], StructuredType>> = {
  number: numberRule,
  characters: textRule,
  regex: textRule,
  name: textRule,
  // A rule without a value answers it as null, so that every rule reads {mode, value, message}.
  none: textRule,
};

const ruleGroup: StructuredType = { name: "PasswordRuleGroup", abstract: true, properties: {} };

const groupTypes: Readonly<Record<RuleGroup, string>> = {
  length: "LengthRules",
  character: "CharacterRules",
  dictionary: "DictionaryRules",
  history: "HistoryRules",
  custom: "CustomRules",
};

function groupProperty(group: RuleGroup): Partial<Property> {
  const properties = Object.entries(rulesOf(group)).map(([name, { value, description }]): [string, Property] => [
    name,
    { type: ruleTypes[value.type], from: (row) => row[name], description },
  ]);
  const type = { name: groupTypes[group], base: ruleGroup, properties: Object.fromEntries(properties) };
  return { type, from: (row) => row[group], needs: [group] };
}

/** Password policies: their rules by group, each group a type of its own. */
export const passwordPolicies = resourceSet(resource, {
  properties: Object.fromEntries(ruleGroups.map((group) => [group, groupProperty(group)])),
  update: { ...verb(updatePasswordPolicy), status: 204 },
});
