import { type RuleGroup, RuleMode, type RuleValue, ruleGroups, rulesOf } from "#domain/passwords/password-rules.ts";
import { integer, oneOf, text } from "#domain/resources/format/builders.ts";
import type { ResourceProperty } from "#domain/resources/format/property.ts";
import { passwordPolicies as resource } from "#domain/resources/password-policies.ts";
import { updatePasswordPolicy } from "#operations/password-policies/update-password-policy.ts";

import { verb } from "../odata/entity-set.ts";
import type { Property, StructuredType } from "../odata/structured-type.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const rule: StructuredType = {
  ...structure("PasswordRule", {
    mode: oneOf(Object.values(RuleMode)).shown("Action on a password that breaks the rule: refuse it, warn, or none."),
    message: text().optional().shown("Message for passwords that break the rule; null for the default message."),
  }),
  abstract: true,
};

const valued = (name: string, value: ResourceProperty): StructuredType => ({
  ...structure(name, { value }),
  base: rule,
});
const comparedWith = "What it compares with; null = nothing, or nothing yet.";
const numberRule = valued("NumberPasswordRule", integer().optional().shown(comparedWith));
const textRule = valued("TextPasswordRule", text().optional().shown(comparedWith));

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
    { type: ruleTypes[value.type], description },
  ]);
  return { type: { name: groupTypes[group], base: ruleGroup, properties: Object.fromEntries(properties) } };
}

/** Password policies: their rules by group, each group a type of its own. */
export const passwordPolicies = resourceSet(resource, {
  properties: Object.fromEntries(ruleGroups.map((group) => [group, groupProperty(group)])),
  update: { ...verb(updatePasswordPolicy), status: 204 },
});
