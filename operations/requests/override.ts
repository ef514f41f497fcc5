import { z } from "zod";

import { commentMaxCharacters } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";

import { requireOpen } from "../approvals/find-phase.ts";
import { recordDecision } from "../approvals/record-decision.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, phaseInput } from "../kernel/inputs/operation-input.ts";
import { requireAccepted } from "../kernel/operation-identifiers.ts";
import { filledText } from "../kernel/text-input.ts";
import type { DecidedRequest } from "./decide.ts";
import { advanceUnlessWaiting } from "./engine/count-request.ts";
import { findRequestPhase } from "./engine/find-request-phase.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { phaseFacts, requestFacts } from "./engine/request-facts.ts";
import { expectationInput, requireSeen } from "./engine/seen-request.ts";

/**
 * Overrides the open phase of a request, regardless of the decisions of its authorizers; the decision is marked as an override, with its
 * reason.
 * @throws NOT_FOUND, PHASE_UNKNOWN, REQUEST_FINAL, PHASE_CLOSED, EXPECTATION_MISSING, EXPECTATION_FAILED, OPERATION_TYPE_UNKNOWN
 */
export const override = defineOperation({
  name: "requests.override",
  input: z.strictObject({
    key: keyInput,
    phase: phaseInput,
    decision: z.enum([Decision.Approve, Decision.Deny]),
    comment: filledText(commentMaxCharacters),
    expect: expectationInput,
  }),
  policies: [
    { name: policyOf.get("requests"), facts: (context, { key }) => requestFacts(context, key) },
    { name: policyOf.action("requests/override"), facts: (context, { key, phase }) => phaseFacts(context, key, phase) },
  ],
  callers: ["user"],
  offered: offeredOn.phaseOpen,
  audit: {
    operation: "RQOV",
    describe: ({ key, phase, decision }) => ({ batchId: key, message: `phase ${phase} ${decision}` }),
    places: (_input, output?: DecidedRequest) => output?.operations ?? null,
  },
  async run(context, { key, phase, decision, comment, expect }): Promise<DecidedRequest> {
    const found = await findRequestPhase(context, key, phase);
    requireOpen(context, found);
    await requireSeen(context, found.request, { decision, expect });
    await requireAccepted(context, found.request.operationId);
    const said = { override: true, decision, comment } as const;
    const { recorded, authorization } = await recordDecision(context, found, said);
    await advanceUnlessWaiting(context, found.request, authorization);
    return { requestKey: key, ...recorded, sentTo: null };
  },
});
