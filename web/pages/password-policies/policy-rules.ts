import {
  initialRules,
  type PasswordRule,
  type PolicyRules,
  ruleGroups,
  rulesOf,
} from "#domain/passwords/password-rules.ts";

import type { PasswordPolicy } from "../../api/model.ts";

type Rules = Readonly<Record<string, PasswordRule | undefined>>;

/** The rules of a policy as they are judged and sent, without whatever else came with them. */
export function rulesIn(policy: PasswordPolicy): PolicyRules {
  const usual = initialRules();
  const rules = (group: (typeof ruleGroups)[number]) => {
    const known = policy[group] as unknown as Rules;
    return Object.keys(rulesOf(group)).map((name) => {
      const { mode, value, message } = { ...usual[group][name], ...known[name] } as PasswordRule;
      return [name, { mode, value, message }] as const;
    });
  };
  return Object.fromEntries(ruleGroups.map((group) => [group, Object.fromEntries(rules(group))])) as PolicyRules;
}
