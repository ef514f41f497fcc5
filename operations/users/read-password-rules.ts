import { z } from "zod";

import { requestOperationsMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";

import { targetPasswordRules } from "../abilities/target-password-rules.ts";
import { type ToldRule, toldRules, toldUniqueRule } from "../abilities/told-rules.ts";
import { accountsTogether, chosenAccounts, mustDiffer } from "../accounts/engine/password-scope.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { requirePolicy } from "../kernel/require-policy.ts";
import { userFacts } from "../people/engine/policies-of-user.ts";

/** Rules for a new password, and the accounts that get it. */
export interface PasswordRulesOfAccounts {
  readonly rules: readonly ToldRule[];
  readonly accounts: readonly {
    readonly accountKey: string;
    readonly shortId: string;
    readonly targetSystemKey: string;
    /** True if the target group of a chosen account adds it. */
    readonly added: boolean;
  }[];
}

const input = z.strictObject({
  key: keyInput,
  accountKeys: z.array(keyInput).min(1, "must not be empty").max(requestOperationsMax).optional(),
});

/**
 * Reads the rules for a password that goes to several accounts of a user, as one list with the strictest of each rule, and the accounts that
 * get it: those that are named, or all whose password can be reset, and those that their target groups keep the same. Of others they are
 * told to callers who may reset their passwords.
 * @throws FORBIDDEN, NOT_FOUND, ACCOUNT_UNKNOWN, TARGET_GROUP_ACCOUNTS, CAPABILITY_MISSING, OPTION_FORBIDS, ACCOUNT_MANAGED
 */
export const readPasswordRules = defineOperation<z.output<typeof input>, PasswordRulesOfAccounts>({
  name: "users.passwordRules",
  kind: "read",
  input,
  policies: [{ name: policyOf.action("users/passwordRules"), facts: (context, { key }) => userFacts(context, key) }],
  callers: ["user"],
  audit: { operation: "READ", when: "refusalOnly", describe: ({ key }) => ({ recipient: key }) },
  async run(context, { key, accountKeys }) {
    if (key !== context.caller.key)
      await requirePolicy(context, {
        name: policyOf.action("users/resetPasswords"),
        facts: () => userFacts(context, key),
      });
    const chosen = await chosenAccounts(context, key, accountKeys);
    const accounts = await accountsTogether(context, chosen);
    const isChosen = new Set(chosen.map((account) => account.key));
    const targetSystemKeys = accounts.map(({ targetSystemKey }) => targetSystemKey);
    const rules = await rulesFor(context, { userKey: key, targetSystemKeys });
    return {
      rules: (await mustDiffer(context, key)) ? [...rules, toldUniqueRule] : rules,
      accounts: accounts.map(({ key: accountKey, shortId, targetSystemKey }) => {
        return { accountKey, shortId, targetSystemKey, added: !isChosen.has(accountKey) };
      }),
    };
  },
});

async function rulesFor(
  context: CallContext,
  { userKey, targetSystemKeys }: { readonly userKey: string; readonly targetSystemKeys: readonly string[] },
): Promise<readonly ToldRule[]> {
  const held = await Promise.all(
    [...new Set(targetSystemKeys)].map((targetSystemKey) => targetPasswordRules(context, targetSystemKey, userKey)),
  );
  return toldRules(held.flatMap((rules) => rules ?? []));
}
