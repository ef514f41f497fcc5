import { z } from "zod";

import { delegationsEndedTogetherMax } from "#domain/delegation-limits.ts";
import { allOf, anyOf, eq, ne, oneOf, related } from "#domain/query/condition.ts";
import { isOpenDelegation, openDelegationStates } from "#domain/requests/delegation.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { isLeading } from "../kernel/leading-node.ts";
import { auditEnd } from "./engine/audit-end.ts";
import { endDelegation } from "./engine/follow-delegation.ts";
import { tellDelegation } from "./engine/tell-delegation.ts";

const isOpen = oneOf("state", openDelegationStates);
const isShutOut = eq("disabled", true);

const withShutOut = anyOf(related("delegator", isShutOut), related("delegate", isShutOut));

/**
 * Reasons why delegations can no longer take effect, in words, with the condition that finds them. The end of a request has its own
 * notices.
 */
const spent = [
  { why: "somebody in it is disabled", condition: withShutOut, isTold: true },
  { why: "its request has ended", condition: related("request", ne("finishedAt", null)), isTold: false },
] as const;

/**
 * Ends delegations that can no longer take effect: of disabled users, on either side, and for a request that has ended. `more` is true if
 * there may be others. Of several nodes one does it.
 */
export const endSpentDelegations = defineOperation({
  name: "delegations.endSpent",
  input: z.strictObject({}),
  callers: ["engine"],
  audit: { operation: "DLMO", when: "never" },
  async run(context): Promise<{ more: boolean }> {
    if (!(await isLeading(context))) return { more: false };
    const { store } = context;
    let more = false;
    for (const { why, condition, isTold } of spent) {
      const found = await store.select("delegations", {
        where: allOf(isOpen, condition),
        limit: delegationsEndedTogetherMax,
      });
      for (const { key } of found) {
        const delegation = await store.lock("delegations", key);
        if (!delegation || !isOpenDelegation(delegation.state)) continue;
        await endDelegation(context, delegation, null);
        if (isTold) await tellDelegation(context, delegation, "ended");
        await auditEnd(context, delegation, why);
      }
      more ||= found.length === delegationsEndedTogetherMax;
    }
    return { more };
  },
});
