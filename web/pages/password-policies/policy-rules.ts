import {
  initialRules,
  type NamedRules,
  type PasswordRule,
  type PolicyRules,
  type RuleGroup,
  ruleGroups,
  rulesOf,
} from "#domain/passwords/password-rules.ts";

import type { PasswordPolicy } from "../../api/model.ts";

type Rules = Readonly<Record<string, PasswordRule | undefined>>;

/** Returns the rules of a policy with the fields that the service evaluates and the API takes, and no others. */
export function rulesIn(policy: PasswordPolicy): PolicyRules {
  const usual = initialRules();
  const rules = (group: (typeof ruleGroups)[number]) => {
    const known = policy[group] as unknown as Rules;
    return Object.keys(rulesOf(group)).map((name) => {
      const { mode, value, message } = { ...usual[group][name], ...known[name] } as PasswordRule;
      return [name, { mode, value, message }] as const;
    });
  };
  return Object.fromEntries(ruleGroups.map((group) => [group, Object.fromEntries(rules(group))])) as Record<
    RuleGroup,
    NamedRules
  >;
}
