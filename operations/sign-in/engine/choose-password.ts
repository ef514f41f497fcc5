import type { Secret } from "#connectors/contract/index.ts";
import type { PasswordWarning } from "#domain/passwords/password-check.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { contextOfUser } from "../../identity/engine/context-of-user.ts";
import { setOwnPassword } from "../../identity/engine/own-password.ts";
import { invalidGrant, type TokenRefusal } from "../../identity/engine/token-set.ts";
import type { CallContext } from "../../kernel/context.ts";
import { principalOf } from "../../kernel/principal.ts";
import { userFacts } from "../../people/engine/policies-of-user.ts";
import { type QueuedOperation, queueOperations } from "../../requests/engine/queue-operations.ts";
import { auditOwnReset } from "../../requests/engine/self-reset.ts";
import { accountsOf, sortResettable } from "../../users/engine/resettable-accounts.ts";

/** A password chosen for a forgotten one. */
export interface ChosenPassword {
  readonly password: Secret;
  /** Hash of the password, if the service itself keeps one for the user; null if it keeps none. */
  readonly passwordHash: string | null;
  /** Warnings of the policy for the service's own password. */
  readonly ownWarnings: readonly PasswordWarning[];
  /** Warnings of the policies for the accounts on target systems, by account key. */
  readonly warnings: ReadonlyMap<string, readonly PasswordWarning[]>;
}

/** Places where a user may set a password without knowing the previous one. */
export interface SettablePassword {
  /** True if the service itself keeps a password. */
  readonly isOwn: boolean;
  /** Accounts on target systems; empty if the policy forbids a reset. */
  readonly accounts: readonly Row<"accounts">[];
}

/** Finds where a user may set a password, by the policy for resets of their own accounts' passwords. */
export async function settablePassword(context: CallContext, user: Row<"users">): Promise<SettablePassword> {
  const isOwn = user.passwordHash !== null;
  const asUser = await contextOfUser(context, user);
  const policy = policyOf.action("users/resetPasswords");
  const principal = await principalOf(asUser, policy);
  const { allowed } = asUser.policies.decide(policy, { principal, resource: await userFacts(asUser, user.key) });
  if (!allowed) return { isOwn, accounts: [] };
  const { able } = await sortResettable(asUser, await accountsOf(context, user.key));
  return { isOwn, accounts: able };
}

/**
 * Sets the chosen password in the current transaction: the service's own directly, that of the accounts by a request, like every reset of
 * one's own. Returns the operation for following the request, null if there are no accounts; or the refusal.
 */
export async function setChosenPassword(
  context: CallContext,
  user: Row<"users">,
  { password, passwordHash, ownWarnings, warnings }: ChosenPassword,
): Promise<{ readonly operation: QueuedOperation | null } | TokenRefusal> {
  const { isOwn, accounts } = await settablePassword(context, user);
  const isAsBefore = accounts.length === warnings.size && accounts.every(({ key }) => warnings.has(key));
  if (!isAsBefore || isOwn !== (passwordHash !== null))
    return invalidGrant("where the password may be set has changed since", user.key);
  if (passwordHash !== null) await setOwnPassword(context, user, { password, passwordHash });
  if (accounts.length === 0) {
    await auditOwnReset(context, user.key, ownWarnings);
    return { operation: null };
  }
  const operations = accounts.map(({ key: accountKey, targetSystemKey }) => {
    return { code: "PWRS", password, accountKey, targetSystemKey, warnings: warnings.get(accountKey) } as const;
  });
  const asUser = await contextOfUser(context, user);
  return { operation: await queueOperations(asUser, { recipientKey: user.key, operations }) };
}
