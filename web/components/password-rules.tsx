import { List, ListItem } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import {
  passwordRulesTitle,
  passwordRuleText,
  recommendedRule,
  type ToldRuleName,
} from "#domain/chains/password-rule-texts.ts";

import { passwordRulesQuery } from "../api/password-policies.ts";
import { CallError } from "../base/call-error.ts";
import { useLanguage } from "../messages/language.ts";
import { useText } from "../messages/text.ts";
import { ErrorAlert } from "./error-alert.tsx";

interface PasswordRulesProps {
  readonly userKey: string;
  /** Keys of the accounts that get the password; empty for all whose password can be reset. */
  readonly accountKeys: readonly string[];
  /** Error texts of the API by the names of the rules. */
  readonly faults: ReadonlyMap<string, string>;
}

/**
 * Rules for a new password, the strictest of all its accounts, before anybody types it; broken rules are marked. Accounts that target groups
 * add are named, and so is a rule of a target group that forbids the choice of accounts.
 */
export function PasswordRules({ userKey, accountKeys, faults }: PasswordRulesProps) {
  const say = useText();
  const language = useLanguage();
  const { data, error } = useQuery(passwordRulesQuery(userKey, accountKeys));
  // A helper may be allowed to reset passwords and not to read their rules.
  if (error !== null) return error instanceof CallError && error.status === 403 ? null : <ErrorAlert error={error} />;
  if (data === undefined) return null;
  const added = data.accounts
    .filter((account) => account.added)
    .map(({ shortId, targetSystemKey }) => say("account.on", { account: shortId, target: targetSystemKey }));
  return (
    <section aria-labelledby="password-rules">
      {added.length === 0 ? null : <p>{say("password.alsoSet", { accounts: added.join(", ") })}</p>}
      <h2 id="password-rules">{passwordRulesTitle[language]}</h2>
      <List>
        {data.rules.map(({ rule, mode, value, message }) => {
          return (
            <ListItem key={`${rule} ${mode} ${value ?? ""}`}>
              {message ?? passwordRuleText(nameOf(rule), value)[language]}
              {mode === "warning" ? ` ${recommendedRule[language]}` : null}
              {faults.has(rule) ? <strong> {say("password.broken")}</strong> : null}
            </ListItem>
          );
        })}
      </List>
    </section>
  );
}

/** Returns the name of a rule without its group, as texts have it. */
function nameOf(rule: string): ToldRuleName {
  return rule.slice(rule.indexOf(".") + 1) as ToldRuleName;
}
