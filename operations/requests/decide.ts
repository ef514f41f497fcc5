import { z } from "zod";

import { commentMaxCharacters, requestOperationsMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";

import { decideInPhase } from "../approvals/decide-in-phase.ts";
import type { RecordedDecision } from "../approvals/record-decision.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, phaseInput } from "../kernel/inputs/operation-input.ts";
import { requireAccepted } from "../kernel/operation-identifiers.ts";
import { filledText } from "../kernel/text-input.ts";
import { advanceUnlessWaiting } from "./engine/count-request.ts";
import { findRequestPhase } from "./engine/find-request-phase.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { phaseFacts, requestFacts } from "./engine/request-facts.ts";
import { expectationInput, requireSeen } from "./engine/seen-request.ts";
import { sendDecision } from "./engine/send-decision.ts";

const input = z.strictObject({
  key: keyInput,
  phase: phaseInput,
  decision: z.enum([Decision.Approve, Decision.Deny, Decision.Abstain]),
  /** The numbers of operations; without them it is about all of which the caller has said nothing. */
  operations: z.array(z.int().min(1)).min(1).max(requestOperationsMax).nullish(),
  comment: filledText(commentMaxCharacters).nullish(),
  expect: expectationInput,
});

/** A decision about a request. */
export interface DecidedRequest extends RecordedDecision {
  readonly requestKey: string;
  /** Home node of the request, which takes the decision when it arrives there; null if it is this one, and the decision counts. */
  readonly sentTo: string | null;
}

/**
 * Records the decision of an approver in the open phase of a request. It opens the next phase when this one is approved, and wakes the
 * request when its authorization has ended. If the request belongs to another node, the decision is sent there.
 * @throws NOT_FOUND, PHASE_UNKNOWN, NOT_AN_AUTHORIZER, PHASE_CLOSED, ALREADY_DECIDED, REQUEST_FINAL, REASON_REQUIRED, EXPECTATION_MISSING,
 * EXPECTATION_FAILED, OPERATION_UNKNOWN, OPERATION_TYPE_UNKNOWN
 */
export const decide = defineOperation({
  name: "requests.decide",
  input,
  policies: [
    { name: policyOf.get("requests"), facts: (context, { key }) => requestFacts(context, key) },
    { name: policyOf.action("requests/decide"), facts: (context, { key, phase }) => phaseFacts(context, key, phase) },
  ],
  callers: ["user"],
  offered: offeredOn.decidable,
  audit: {
    operation: "RQDC",
    describe({ key, phase, decision }, output?: DecidedRequest) {
      const sentTo = output?.sentTo ?? null;
      return {
        batchId: key,
        message: `phase ${phase} ${decision}${sentTo === null ? "" : `, sent to node ${sentTo}`}`,
      };
    },
    places: ({ operations = null }, output?: DecidedRequest) => output?.operations ?? operations,
  },
  async run(context, { key, phase, decision, operations, comment = null, expect }): Promise<DecidedRequest> {
    const sentTo = (await context.store.homes.elsewhere("reqbatch", key)) ?? null;
    if (sentTo !== null) {
      const sent = { key, phase, decision, operations: operations ?? null, comment, expect };
      return { requestKey: key, ...(await sendDecision(context, sent)), sentTo };
    }
    const found = await findRequestPhase(context, key, phase);
    const { request } = found;
    const stated = { decision, numbers: operations ?? null, comment };
    const { recorded, authorization } = await decideInPhase(context, found, stated, async () => {
      await requireAccepted(context, request.operationId);
      await requireSeen(context, request, { decision, expect });
    });
    await advanceUnlessWaiting(context, request, authorization);
    return { requestKey: key, ...recorded, sentTo };
  },
});
