import type { PasswordWarning } from "#domain/passwords/password-check.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { checkBlocks, resetSubject } from "../../password-blocks/engine/check-blocks.ts";
import { checkTogether, type NewPassword } from "./check-password.ts";

/**
 * Checks a password that is set on accounts without the one before: that no block bars it, then as `checkTogether` does. Returns the
 * warnings by the keys of the accounts.
 * @throws PASSWORD_RESET_BLOCKED, PASSWORD_STRENGTH with one detail for each broken rule, BREACHED_LIST_UNAVAILABLE
 */
export async function checkResets(
  context: CallContext,
  given: NewPassword,
  accounts: readonly Row<"accounts">[],
): Promise<ReadonlyMap<string, readonly PasswordWarning[]>> {
  const silent = await checkBlocks(context, accounts.map(resetSubject));
  const warnings = await checkTogether(context, given, accounts);
  return new Map([...warnings].map(([key, some]) => [key, [...some, ...silent]]));
}
