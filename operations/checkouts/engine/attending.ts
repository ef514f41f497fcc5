import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { LockedAccount } from "./locked-account.ts";
import { useVouching } from "./vouchings.ts";

/**
 * Returns the key of the second person who is present at a disclosure, if the policy requires one; null if it does not.
 * @throws VOUCHING_MISSING, VOUCHING_INVALID
 */
export async function attending(
  context: CallContext,
  { policy, account }: Pick<LockedAccount, "policy" | "account">,
  code: string | null,
): Promise<string | null> {
  if (policy?.attended !== true) return null;
  if (code === null) throw new ServiceError("VOUCHING_MISSING", { target: "code" });
  return useVouching(context, account, code, "attend");
}
