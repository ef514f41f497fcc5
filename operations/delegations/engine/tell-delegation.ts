import type { Row } from "#store/tables.ts";

import { notice, type Noticing } from "../../notices/engine/notice.ts";

type Told = Pick<Row<"delegations">, "key" | "delegatorKey" | "delegateKey" | "requestKey">;

/** Tells both people of a delegation, but for the caller, that it was accepted or refused, or has ended. */
export function tellDelegation(
  context: Noticing,
  { key: delegationKey, delegatorKey, delegateKey, requestKey }: Told,
  state: "accepted" | "refused" | "ended",
): void {
  const pairs = [
    [delegatorKey, delegateKey],
    [delegateKey, delegatorKey],
  ] as const;
  for (const [to, otherKey] of pairs.filter(([one]) => one !== context.caller.key))
    notice(context, "delegationChanged", { requestKey, to: [to], facts: { state, otherKey, delegationKey } });
}
