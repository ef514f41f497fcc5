import { z } from "zod";

import { delegationsEndedTogetherMax } from "#domain/delegation-limits.ts";
import { allOf, anyOf, eq, oneOf, related } from "#domain/query/condition.ts";
import { isOpenDelegation, openDelegationStates } from "#domain/requests/delegation.ts";

import { defineOperation } from "../define-operation.ts";
import { auditEnd } from "./engine/audit-end.ts";
import { endDelegation } from "./engine/follow-delegation.ts";

const isShutOut = eq("disabled", true);
const concerned = allOf(
  oneOf("state", openDelegationStates),
  anyOf(related("delegator", isShutOut), related("delegate", isShutOut)),
);

/** Ends delegations of people who were shut out, on either side; `more` says that there may be others. */
export const endDelegationsOfDisabled = defineOperation({
  name: "delegations.endOfDisabled",
  input: z.strictObject({}),
  callers: ["engine"],
  audit: { operation: "DLMO", when: "never" },
  async run(context): Promise<{ more: boolean }> {
    const { store } = context;
    const found = await store.select("delegations", { where: concerned, limit: delegationsEndedTogetherMax });
    for (const { key } of found) {
      const delegation = await store.lock("delegations", key);
      if (!delegation || !isOpenDelegation(delegation.state)) continue;
      await endDelegation(context, delegation, null);
      await auditEnd(context, delegation, "somebody in it is disabled");
    }
    return { more: found.length === delegationsEndedTogetherMax };
  },
});
