import type { Checkout } from "../../api/model.ts";
import type { Say } from "../../messages/text.ts";

/** Returns the display name of the account of a check-out. */
export function accountOf({ managedAccount, managedAccountKey }: Checkout, say: Say): string {
  if (managedAccount === null || managedAccount === undefined) return managedAccountKey;
  return say("account.on", { account: managedAccount.name, target: managedAccount.targetSystemKey });
}
