import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { PasswordWarning } from "#domain/passwords/password-check.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import {
  accountsForAll,
  accountsOf,
  holdAccounts,
  resetsOf,
  sortResettable,
} from "../../accounts/engine/password-scope.ts";
import { contextOfUser } from "../../identity/engine/context-of-user.ts";
import { setOwnPassword } from "../../identity/engine/own-password.ts";
import { invalidGrant, type TokenRefusal } from "../../identity/engine/token-set.ts";
import type { CallContext } from "../../kernel/context.ts";
import { principalOf } from "../../kernel/principal.ts";
import { isResetBlocked } from "../../password-blocks/engine/blocks-on.ts";
import { userFacts } from "../../people/engine/policies-of-user.ts";
import { type QueuedOperation, queueOperations } from "../../requests/engine/queue-operations.ts";
import { auditOwnReset } from "../../requests/engine/self-reset.ts";

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
  /** True if the service itself keeps a password that may be set. */
  readonly isOwn: boolean;
  /** True if a block bars the reset of all passwords of the user. */
  readonly isBlocked: boolean;
  /**
   * Accounts on target systems; empty if the policy forbids a reset. Nobody has chosen any, so those of target groups that allow only one at a
   * time are left out where there are several.
   */
  readonly accounts: readonly Row<"accounts">[];
}

/** Finds where a user may set a password, by the policy for resets of their own accounts' passwords. */
export async function settablePassword(context: CallContext, user: Row<"users">): Promise<SettablePassword> {
  const isBlocked = await isResetBlocked(context, [{ userKey: user.key, accountKey: null }]);
  const isOwn = user.passwordHash !== null && !isBlocked;
  const asUser = await contextOfUser(context, user);
  const policy = policyOf.action("users/resetPasswords");
  const principal = await principalOf(asUser, policy);
  const { allowed } = asUser.policies.decide(policy, { principal, resource: await userFacts(asUser, user.key) });
  if (!allowed) return { isOwn, isBlocked, accounts: [] };
  const { able } = await sortResettable(asUser, await accountsOf(context, user.key));
  return { isOwn, isBlocked, accounts: await accountsForAll(asUser, able) };
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
  const asUser = await contextOfUser(context, user);
  // Whatever a target group refuses is refused before anything is written.
  const held = await orRefusal(user.key, () => holdAccounts(asUser, accounts, { password, warnings }));
  if ("refused" in held) return held;
  if (passwordHash !== null) await setOwnPassword(context, user, { password, passwordHash });
  if (accounts.length === 0) {
    await auditOwnReset(context, user.key, ownWarnings);
    return { operation: null };
  }
  const operations = resetsOf(held.accounts, { password, warnings });
  return { operation: await queueOperations(asUser, { recipientKey: user.key, operations }) };
}

const refusals: ReadonlySet<string> = new Set([
  "CONFLICT",
  "PASSWORD_STRENGTH",
  "TARGET_GROUP_ACCOUNTS",
  "TARGET_GROUP_CHANGING",
]);

/** Returns held accounts, or the refusal of a rule that has come into force since the password was judged. */
async function orRefusal(
  userKey: string,
  hold: () => Promise<readonly Row<"accounts">[]>,
): Promise<{ readonly accounts: readonly Row<"accounts">[] } | TokenRefusal> {
  try {
    return { accounts: await hold() };
  } catch (error) {
    if (!(error instanceof ServiceError) || !refusals.has(error.code)) throw error;
    return invalidGrant(`the password may no longer be set: ${error.code}`, userKey);
  }
}
