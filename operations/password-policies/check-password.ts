import { z } from "zod";

import { type BrokenRule, refusingRules } from "#domain/passwords/password-check.ts";
import { passwordRules, RuleMode, type RuleName, ruleNames, ruleOf } from "#domain/passwords/password-rules.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { rulesBrokenBy } from "../accounts/engine/check-password.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { passwordInput } from "../kernel/inputs/password-input.ts";
import { requirePolicy } from "../kernel/require-policy.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";

/** Results of a rule for a password. */
export const ruleResults = ["kept", "broken", "warning", "unchecked"] as const;

/** Judgement of one rule about a password. */
export interface JudgedRule {
  /** Name as `group.rule`. */
  readonly rule: string;
  readonly mode: RuleMode;
  readonly result: (typeof ruleResults)[number];
  /** Message for the user; null for a rule that is kept. */
  readonly message: string | null;
}

/** Judgement of a policy about a password. */
export interface JudgedPassword {
  /** True if no required rule is broken. */
  readonly accepted: boolean;
  readonly rules: readonly JudgedRule[];
}

/**
 * Judges a password by the rules of one policy, and keeps nothing of it. Earlier passwords are not compared, so that nobody can try out here
 * which ones there were.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const checkPolicyPassword = defineOperation({
  name: "passwordPolicies.check",
  kind: "read",
  input: z.strictObject({
    key: z.string(),
    password: passwordInput,
    userKey: keyInput.nullish(),
    accountKey: keyInput.nullish(),
  }),
  callers: ["user"],
  policies: policiesOfChange("action", "passwordPolicies/check"),
  audit: { operation: "PPCK", when: "refusalOnly", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, password, userKey, accountKey }): Promise<JudgedPassword> {
    const rules = await visibleRow(context, { table: "passwordPolicies", key });
    const account = accountKey ? await visibleAccount(context, accountKey) : null;
    const ownerKey = userKey ?? account?.userKey ?? null;
    const user = ownerKey === null ? null : await visibleUser(context, ownerKey);
    const broken = await rulesBrokenBy(context, { id: key, rules }, { password, user, account });
    return { accepted: refusingRules(broken).length === 0, rules: judgedRules(rules, broken) };
  },
});

function judgedRules(rules: Row<"passwordPolicies">, broken: readonly BrokenRule[]): readonly JudgedRule[] {
  const byName = new Map(broken.map((one) => [one.rule, one]));
  return ruleNames.flatMap((name: RuleName): JudgedRule[] => {
    const { mode } = ruleOf(rules, name);
    if (mode === RuleMode.Disabled) return [];
    const rule = `${passwordRules[name].group}.${name}`;
    const found = byName.get(rule);
    if (found === undefined) return [{ rule, mode, result: "kept", message: null }];
    const result = found.isUnchecked ? "unchecked" : mode === RuleMode.Required ? "broken" : "warning";
    return [{ rule, mode, result, message: found.message }];
  });
}

/** Returns an account that is the caller's own or that they may read. */
async function visibleAccount(context: CallContext, key: string): Promise<Row<"accounts">> {
  const account = await context.store.get("accounts", key);
  if (account && account.userKey !== null && account.userKey === context.caller.key) return account;
  await requirePolicy(context, { name: policyOf.get("accounts"), rows: true });
  return visibleRow(context, { table: "accounts", key });
}

/** Returns the user if it is the caller, or one whom they may read. */
async function visibleUser(context: CallContext, key: string): Promise<Row<"users">> {
  if (key === context.caller.key) return requireRow(context, "users", key);
  await requirePolicy(context, { name: policyOf.get("users"), rows: true });
  return visibleRow(context, { table: "users", key });
}
