import { isOpenDelegation, nextDelegationMoment } from "#domain/requests/delegation.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

type Delegation = Row<"delegations">;

/**
 * Updates everything that depends on a changed or due delegation, in the current transaction: requests that wait for the delegator are
 * checked again, and its own next moment is scheduled.
 */
export async function followDelegation({ store, clock }: CallContext, delegation: Delegation): Promise<void> {
  const { key, state, delegatorKey, answeredAt } = delegation;
  const now = clock.now();
  // Nothing depends on a delegation that was never accepted.
  if (state === "accepted" || answeredAt !== null) await store.moments.bringForward(delegatorKey, now);
  const next = isOpenDelegation(state) ? nextDelegationMoment(delegation, now) : undefined;
  await (next === undefined ? store.moments.clear(key) : store.moments.set({ key, kind: "delegation", at: next }));
}

/** Ends a delegation that the current transaction has locked; without a user it ended by itself. */
export async function endDelegation(
  context: CallContext,
  { key }: Delegation,
  endedByKey: string | null,
): Promise<Delegation> {
  const endedAt = context.clock.now();
  const ended = await context.store.save("delegations", { key, state: "ended", endedAt, endedByKey });
  await followDelegation(context, ended);
  return ended;
}
