import { delegationAskedAgainMs } from "#domain/delegation-limits.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { notice, type Noticing } from "../../notices/engine/notice.ts";

type Told = Pick<Row<"delegations">, "key" | "delegatorKey" | "delegateKey" | "requestKey" | "answeredAt">;

/**
 * Notifies the delegate of a new delegation. A delegate who was recently notified of one that was withdrawn unanswered is not notified
 * again: the earlier notice then leads to the new one.
 */
export async function tellAsked(context: Noticing, delegation: Told): Promise<void> {
  const { key: delegationKey, delegatorKey, delegateKey, requestKey } = delegation;
  for (const { key, facts } of await askedOfLate(context, delegation)) {
    const earlier = await context.store.get("delegations", String(facts["delegationKey"]));
    if (earlier?.state !== "ended" || earlier.answeredAt !== null) continue;
    await context.store.save("notices", { key, facts: { ...facts, delegationKey }, read: false });
    return;
  }
  notice(context, "delegated", { requestKey, to: [delegateKey], facts: { delegatorKey, delegationKey } });
}

/**
 * Notifies both parties of a delegation, except the caller, that it was accepted or refused, or has ended. A delegate who was recently
 * asked and has not answered is not notified of its end.
 */
export async function tellDelegation(
  context: Noticing,
  delegation: Told,
  state: "accepted" | "refused" | "ended",
): Promise<void> {
  const { key: delegationKey, delegatorKey, delegateKey, requestKey, answeredAt } = delegation;
  const asked = state === "ended" && answeredAt === null ? await askedOfLate(context, delegation) : [];
  const isWithdrawn = asked.some(({ facts }) => facts["delegationKey"] === delegationKey);
  const pairs = [
    [delegatorKey, delegateKey],
    [delegateKey, delegatorKey],
  ] as const;
  for (const [to, otherKey] of pairs.filter(([one]) => one !== context.caller.key))
    if (to !== delegateKey || !isWithdrawn)
      notice(context, "delegationChanged", { requestKey, to: [to], facts: { state, otherKey, delegationKey } });
}

/** Returns the recent notices that asked the delegate to act for the same user, for the same requests. */
async function askedOfLate(
  { store, clock }: Noticing,
  { delegatorKey, delegateKey, requestKey }: Told,
): Promise<readonly Row<"notices">[]> {
  const ofLate = gt("createdAt", clock.now() - delegationAskedAgainMs);
  const asked = allOf(eq("userKey", delegateKey), eq("kind", "delegated"), ofLate);
  const notices = await store.select("notices", { where: asked });
  return notices.filter(
    ({ requestKey: about, facts }) => about === requestKey && facts["delegatorKey"] === delegatorKey,
  );
}
