import { delegationsEndedTogetherMax } from "#domain/delegation-limits.ts";
import { allOf, anyOf, eq, oneOf } from "#domain/query/condition.ts";
import { isOpenDelegation, openDelegationStates } from "#domain/requests/delegation.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { StepProgress } from "../../kernel/leaver-step.ts";
import { auditEnd } from "./audit-end.ts";
import { endDelegation } from "./follow-delegation.ts";
import { tellDelegation } from "./tell-delegation.ts";

/** Ends the delegations by and to a person who leaves, in the current transaction, and notifies both parties. */
export async function endDelegationsOf(context: CallContext, userKey: string): Promise<StepProgress> {
  const { store } = context;
  const isTheirs = anyOf(eq("delegatorKey", userKey), eq("delegateKey", userKey));
  const where = allOf(isTheirs, oneOf("state", openDelegationStates));
  const found = await store.select("delegations", { where, limit: delegationsEndedTogetherMax });
  for (const { key } of found) {
    const delegation = await store.lock("delegations", key);
    if (!delegation || !isOpenDelegation(delegation.state)) continue;
    await endDelegation(context, delegation, null);
    await tellDelegation(context, delegation, "ended");
    await auditEnd(context, delegation, "a party of it leaves");
  }
  return { items: found.length, more: found.length === delegationsEndedTogetherMax };
}
