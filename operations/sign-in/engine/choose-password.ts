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

/** A password that somebody has chosen for a forgotten one. */
export interface ChosenPassword {
  readonly password: Secret;
  /** Its hash, where the service itself keeps a password of the user; null = it keeps none. */
  readonly passwordHash: string | null;
  /** What the policy of the service's own password warns of. */
  readonly ownWarnings: readonly PasswordWarning[];
  /** What the policies of the accounts on target systems warn of that are to have it, by their keys. */
  readonly warnings: ReadonlyMap<string, readonly PasswordWarning[]>;
}

/** Where a user may set a password without knowing the one before. */
export interface SettablePassword {
  /** Whether the service itself keeps one. */
  readonly isOwn: boolean;
  /** Accounts on target systems; none where the policy forbids it. */
  readonly accounts: readonly Row<"accounts">[];
}

/** Where a user may set a password, by the policy under which they reset the passwords of their accounts. */
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
 * Sets the chosen password in the current transaction: that of the service itself, and by a request, as every reset of one's own is one,
 * that of the accounts. Gives the operation by which the request is followed, null where there are no accounts; or why nothing is done.
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
