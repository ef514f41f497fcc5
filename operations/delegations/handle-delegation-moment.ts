import { z } from "zod";

import { isOpenDelegation } from "#domain/requests/delegation.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { auditEnd } from "./engine/audit-end.ts";
import { endDelegation, followDelegation } from "./engine/follow-delegation.ts";
import { tellDelegation } from "./engine/tell-delegation.ts";

/**
 * Handles the due moment of a delegation, which this process has leased: it begins, or ends. Not handled if another process has done it.
 */
export const handleDelegationMoment = defineOperation({
  name: "delegations.handleMoment",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "DLMO", when: "never" },
  async run(context, { key }): Promise<{ handled: boolean }> {
    const { store, clock } = context;
    const delegation = await store.lock("delegations", key);
    if (!(await store.moments.take(key))) return { handled: false };
    if (!delegation || !isOpenDelegation(delegation.state)) return { handled: true };
    if (delegation.endsAt === null || delegation.endsAt > clock.now()) {
      await followDelegation(context, delegation);
      return { handled: true };
    }
    await endDelegation(context, delegation, null);
    await tellDelegation(context, delegation, "ended");
    await auditEnd(context, delegation, "its period is over");
    return { handled: true };
  },
});
