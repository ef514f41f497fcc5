import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { LockedAccount } from "./locked-account.ts";
import { useVouching } from "./vouchings.ts";

/**
 * Who is present at a disclosure, where the policy wants somebody to be; null where it does not.
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
