import { ServiceError } from "#domain/errors.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";

import type { CallContext } from "../../kernel/context.ts";

/**
 * Refuses an account that cannot have the password of another one: it is managed itself, or has that of one already. Nothing that is managed
 * depends on anything, so there are no circles.
 * @throws DEPENDANT_UNFIT
 */
export async function requireUnmanaged({ store }: CallContext, accountKey: string): Promise<void> {
  const [managed] = await store.select("managedAccounts", { where: { accountKey }, limit: 1 });
  if (managed !== undefined && managed.policyId !== historicalPolicyId)
    throw unfit("The account is managed itself, so it has a password of its own. Take it out of management first.");
  if (await isDependant({ store }, accountKey))
    throw unfit("The account has the password of a managed account already. Remove it there first.");
}

/**
 * Refuses to manage an account that has the password of another one.
 * @throws DEPENDANT_UNFIT
 */
export async function requireIndependent({ store }: CallContext, accountKey: string): Promise<void> {
  if (await isDependant({ store }, accountKey))
    throw unfit("The account has the password of a managed account. Remove it from the dependants of that one first.");
}

async function isDependant({ store }: Pick<CallContext, "store">, accountKey: string): Promise<boolean> {
  return (await store.select("managedAccountDependants", { where: { accountKey }, limit: 1 })).length > 0;
}

const unfit = (message: string) => new ServiceError("DEPENDANT_UNFIT", { target: "accountKey", message });
