import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { commentMaxCharacters, requestOperationsMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";
import { isAbout, namesOperations } from "#domain/requests/phase-verdict.ts";
import { needsReason } from "#domain/requests/reason-required.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, phaseInput } from "../kernel/inputs/operation-input.ts";
import { requireAccepted } from "../kernel/operation-identifiers.ts";
import { filledText } from "../kernel/text-input.ts";
import { type FoundPhase, findPhase, requireOpen } from "./engine/find-phase.ts";
import { openOperations } from "./engine/judge-phase.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { recordDecision, type RecordedDecision } from "./engine/record-decision.ts";
import { phaseFacts, requestFacts } from "./engine/request-facts.ts";
import { expectationInput, requireSeen } from "./engine/seen-request.ts";

const input = z.strictObject({
  key: keyInput,
  phase: phaseInput,
  decision: z.enum([Decision.Approve, Decision.Deny, Decision.Abstain]),
  /** The numbers of operations; without them it is about all of which the caller has said nothing. */
  operations: z.array(z.int().min(1)).min(1).max(requestOperationsMax).nullish(),
  comment: filledText(commentMaxCharacters).nullish(),
  expect: expectationInput,
});

/**
 * Records the decision of an approver in the open phase of a request. It opens the next phase when this one is approved, and wakes the
 * request when its authorization has ended.
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
    describe: ({ key, phase, decision }) => ({ batchId: key, message: `phase ${phase} ${decision}` }),
    places: ({ operations = null }, output?: RecordedDecision) => output?.operations ?? operations,
  },
  async run(context, { key, phase, decision, operations, comment = null, expect }): Promise<RecordedDecision> {
    const found = await findPhase(context, key, phase);
    const mine = ownDecisions(found, context.caller.key);
    requireOpen(context, found);
    const operationKeys = await operationsDecided(context, found, { mine, numbers: operations ?? null });
    if (comment === null && needsReason(found.phase.reasonRequired, decision))
      throw new ServiceError("REASON_REQUIRED", { target: "comment" });
    await requireAccepted(context, found.request.operationId);
    await requireSeen(context, found.request, { decision, expect });
    return recordDecision(context, found, { override: false, decision, comment, operationKeys });
  },
});

function ownDecisions({ votes }: FoundPhase, userKey: string | null): readonly Row<"decisions">[] {
  const isMine = (vote: { readonly userKey: string }) => vote.userKey === userKey;
  if (!votes.authorizers.some(isMine)) throw new ServiceError("NOT_AN_AUTHORIZER", { target: "phase" });
  const mine = votes.decisions.filter(isMine);
  if (mine.length > 0 && !namesOperations(mine)) throw new ServiceError("ALREADY_DECIDED", { target: "phase" });
  return mine;
}

interface Wanted {
  readonly mine: readonly Row<"decisions">[];
  readonly numbers: readonly number[] | null;
}

const unknownOperation =
  "The request has no operation of this number about which could be decided. Look at its operations.";

/** Returns the keys of the operations that a decision is about; null for all. */
async function operationsDecided(
  context: CallContext,
  { request }: FoundPhase,
  { mine, numbers }: Wanted,
): Promise<readonly string[] | null> {
  if (numbers === null && mine.length === 0) return null;
  const open = await openOperations(context, request.key);
  const unknown = numbers?.findIndex((number) => !open.some(({ sequence }) => sequence === number)) ?? -1;
  if (unknown >= 0)
    throw new ServiceError("OPERATION_UNKNOWN", { target: `operations/${unknown}`, message: unknownOperation });
  const isDecided = ({ key }: { readonly key: string }) => mine.some((one) => isAbout(one, key));
  const wanted =
    numbers === null
      ? open.filter((one) => !isDecided(one))
      : open.filter(({ sequence }) => numbers.includes(sequence));
  if (wanted.length === 0 || wanted.some(isDecided))
    throw new ServiceError("ALREADY_DECIDED", { target: "operations" });
  return wanted.map(({ key }) => key);
}
