import { List, ListItem } from "@patternfly/react-core";
import { useQueries } from "@tanstack/react-query";

import { passwordPolicyQuery } from "../../api/password-policies.ts";
import { useText } from "../../messages/text.ts";
import { rulesOf } from "./rules-of-policy.ts";

interface PasswordRulesProps {
  readonly policyIds: readonly string[];
  /** Error texts of the API by the names of the rules. */
  readonly faults: ReadonlyMap<string, string>;
}

/** Rules for a new password; broken rules are marked. */
export function PasswordRules({ policyIds, faults }: PasswordRulesProps) {
  const say = useText();
  const policies = useQueries({
    queries: policyIds.map(passwordPolicyQuery),
    combine: (results) => results.flatMap(({ data }) => (data === undefined ? [] : [data])),
  });
  const rules = new Map(
    policies.flatMap(rulesOf).map((rule) => [`${rule.name} ${rule.value ?? ""} ${rule.mode}`, rule]),
  );
  if (rules.size === 0) return null;
  return (
    <section aria-labelledby="password-rules">
      <h2 id="password-rules">{say("password.rules")}</h2>
      <List>
        {[...rules].map(([key, { name, target, value, mode, message }]) => (
          <ListItem key={key}>
            {message ?? say(`password.rule.${name}`, { value: value ?? "" })}
            {mode === "warning" ? ` ${say("password.recommended")}` : null}
            {faults.has(target) ? <strong> {say("password.broken")}</strong> : null}
          </ListItem>
        ))}
      </List>
    </section>
  );
}
