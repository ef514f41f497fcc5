import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { withdrawDecision } from "../approvals/withdraw-decision.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, phaseInput } from "../kernel/inputs/operation-input.ts";
import { advanceUnlessWaiting } from "./engine/count-request.ts";
import { findRequestPhase } from "./engine/find-request-phase.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { phaseFacts, requestFacts } from "./engine/request-facts.ts";

/** A withdrawn decision. */
export interface UnapprovedPhase {
  readonly requestKey: string;
  readonly phase: number;
}

/**
 * Withdraws the caller's decision in a phase that is still open: it is kept but no longer counts, and the caller is asked again.
 * @throws NOT_FOUND, PHASE_UNKNOWN, REQUEST_FINAL, PHASE_CLOSED, NOT_DECIDED
 */
export const unapprove = defineOperation({
  name: "requests.unapprove",
  input: z.strictObject({ key: keyInput, phase: phaseInput }),
  policies: [
    { name: policyOf.get("requests"), facts: (context, { key }) => requestFacts(context, key) },
    {
      name: policyOf.action("requests/unapprove"),
      facts: (context, { key, phase }) => phaseFacts(context, key, phase),
    },
  ],
  callers: ["user"],
  offered: offeredOn.decided,
  audit: { operation: "RQUA", describe: ({ key, phase }) => ({ batchId: key, message: `phase ${phase}` }) },
  async run(context, { key, phase }): Promise<UnapprovedPhase> {
    const found = await findRequestPhase(context, key, phase);
    await advanceUnlessWaiting(context, found.request, await withdrawDecision(context, found));
    return { requestKey: key, phase };
  },
});
