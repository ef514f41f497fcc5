import type { Secret } from "#connectors/contract/index.ts";
import type { Row } from "#store/tables.ts";

import { checkResets } from "../../accounts/engine/check-resets.ts";
import {
  accountsTogether,
  type CheckedPassword,
  holdAccounts,
  resetsOf,
} from "../../accounts/engine/password-scope.ts";
import { requireMustChange } from "../../accounts/engine/require-must-change.ts";
import type { CallContext } from "../../kernel/context.ts";
import { requireHelpable } from "../../people/engine/require-helpable.ts";
import { type QueuedOperation, queueOperations } from "../../requests/engine/queue-operations.ts";

/**
 * Checks a password for the chosen accounts of a user and those that their target groups add. Returns the warnings by account key.
 * @throws PASSWORD_STRENGTH, PASSWORD_RESET_BLOCKED, TARGET_GROUP_ACCOUNTS
 */
export async function checkReset(
  context: CallContext,
  chosen: readonly Row<"accounts">[],
  { password }: { readonly password: Secret },
): Promise<CheckedPassword["warnings"]> {
  return checkResets(context, { password }, await accountsTogether(context, chosen));
}

/** A checked password for accounts of a user. */
interface CheckedReset extends CheckedPassword {
  readonly recipientKey: string;
  readonly mustChange?: boolean | null | undefined;
  readonly batch?: string | undefined;
}

/**
 * Queues a checked password for the chosen accounts of a user and those that their target groups add, in the current transaction.
 * @throws FORBIDDEN, PASSWORD_STRENGTH, TARGET_GROUP_ACCOUNTS, TARGET_GROUP_CHANGING, CONFLICT, CAPABILITY_MISSING and every code of `queueOperations`
 */
export async function queueReset(
  context: CallContext,
  chosen: readonly Row<"accounts">[],
  reset: CheckedReset,
): Promise<QueuedOperation> {
  await requireHelpable(context, reset.recipientKey);
  const accounts = await holdAccounts(context, chosen, reset);
  const { recipientKey, mustChange, batch } = reset;
  if (mustChange === true) await requireMustChange(context, accounts);
  return queueOperations(context, { recipientKey, operations: resetsOf(accounts, reset), batch });
}
