import { historicalPolicyId } from "#domain/vault/historical-policy.ts";

import type { CallContext } from "../../kernel/context.ts";
import { tellSecretWay } from "../../secret-ways/tell-secret-way.ts";

/** A managed account that has come from one policy under another. */
export interface MovedAccount {
  readonly from: string;
  readonly to: string;
}

/**
 * Notifies the persons responsible for managed accounts that some have come under another policy, which may give their passwords to other
 * users: one notice for each new policy, for any number of accounts.
 */
export async function tellMoved(context: CallContext, moved: readonly MovedAccount[]): Promise<void> {
  const others = moved.filter(({ from, to }) => from !== to);
  for (const [to, come] of Map.groupBy(others, (one) => one.to)) {
    const policyIds = new Set([to, ...come.map(({ from }) => from)].filter((id) => id !== historicalPolicyId));
    await tellSecretWay(context, { change: "accountsMoved", subjectId: to, policyIds: [...policyIds], always: true });
  }
}
