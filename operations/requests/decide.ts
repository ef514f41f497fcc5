import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { commentMaxCharacters, requestOperationsMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { mismatches } from "#domain/requests/expectation.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";
import { isFinal } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { requireAccepted } from "../operation-identifiers.ts";
import { filledText } from "../text-input.ts";
import { authorizeRequest, phasesOf, type PhaseVotes, votesOf } from "./engine/authorize-request.ts";
import { goOn } from "./engine/go-on.ts";
import { noteEvent } from "./engine/note-event.ts";
import { keyInput, operationInput } from "./engine/operation-input.ts";
import { phaseFacts, requestFacts } from "./engine/request-facts.ts";

const input = z.strictObject({
  key: keyInput,
  phase: z.int().min(1),
  decision: z.enum([Decision.Approve, Decision.Deny, Decision.Abstain]),
  comment: filledText(commentMaxCharacters).nullish(),
  expect: z
    .strictObject({
      recipient: keyInput.nullish(),
      operations: z
        .array(operationInput.extend({ targetSystemKey: keyInput.nullish() }))
        .max(requestOperationsMax)
        .optional(),
    })
    .nullish(),
});

type Input = z.output<typeof input>;

/** A decision that was taken. */
export interface RecordedDecision {
  readonly requestKey: string;
  readonly phase: number;
  readonly decision: Decision;
}

/**
 * Records what an authorizer says in the open phase of a request, opens the next phase when this one is approved, and wakes
 * the request when its authorization has ended.
 * @throws NOT_FOUND, PHASE_UNKNOWN, NOT_AN_AUTHORIZER, PHASE_CLOSED, ALREADY_DECIDED, REQUEST_FINAL, EXPECTATION_FAILED,
 * OPERATION_TYPE_UNKNOWN
 */
export const decide = defineOperation({
  name: "requests.decide",
  input,
  policies: [
    { name: policyOf.get("requests"), facts: (context, { key }) => requestFacts(context, key) },
    { name: policyOf.action("requests/decide"), facts: (context, { key, phase }) => phaseFacts(context, key, phase) },
  ],
  callers: ["user"],
  audit: {
    operation: "RQDC",
    describe: ({ key, phase, decision }) => ({ batchId: key, message: `phase ${phase} ${decision}` }),
  },
  async run(context, { key, phase: sequence, decision, comment, expect }): Promise<RecordedDecision> {
    const { store, ids, clock, caller } = context;
    const userKey = caller.key ?? "";
    const { request, phase, phases, votes } = await openPhase(context, key, sequence, userKey);
    await requireAccepted(context, request.operationId);
    if (expect) await compare(context, request, expect);
    const decisionKey = ids.guid();
    await store.add("decisions", {
      key: decisionKey,
      requestKey: key,
      requestPhaseKey: phase.key,
      phase: sequence,
      userKey,
      decision,
      comment: comment ?? null,
      decidedAt: clock.now(),
    });
    const said = { phase: sequence, user: userKey, answer: decision, reason: comment ?? null };
    noteEvent(context, key, "decided", { decision: decisionKey, ...said });
    // The next phase opens in the same transaction, so that authorizing goes on while the engine is away; the engine is
    // woken when there is something to perform or to end.
    const counted = { ...votes, decisions: [...votes.decisions, { userKey, decision }] };
    const authorization = await authorizeRequest(context, phases, new Map([[phase.key, counted]]));
    if (authorization !== "waiting") await goOn(context, request, authorization);
    return { requestKey: key, phase: sequence, decision };
  },
});

/** A phase that somebody may decide now, with all that counts in it. */
interface OpenPhase {
  readonly request: Row<"reqbatch">;
  readonly phase: Row<"requestPhases">;
  readonly phases: readonly Row<"requestPhases">[];
  readonly votes: PhaseVotes;
}

/** Finds the phase and makes sure that this person may decide it now. */
async function openPhase(context: CallContext, key: string, sequence: number, userKey: string): Promise<OpenPhase> {
  const { store, clock } = context;
  // The lock keeps the request's own step from closing the phase meanwhile.
  const request = await store.lock("reqbatch", key);
  const phases = await phasesOf(context, key);
  const phase = phases.find((each) => each.sequence === sequence);
  if (!request) throw new ServiceError("NOT_FOUND", { target: "key" });
  if (!phase) throw new ServiceError("PHASE_UNKNOWN", { target: "phase" });
  const votes = (await votesOf(context, [phase])).get(phase.key) ?? { authorizers: [], decisions: [] };
  const isMine = (vote: { readonly userKey: string }) => vote.userKey === userKey;
  if (!votes.authorizers.some(isMine)) throw new ServiceError("NOT_AN_AUTHORIZER", { target: "phase" });
  if (votes.decisions.some(isMine)) throw new ServiceError("ALREADY_DECIDED", { target: "phase" });
  if (isFinal(request.status)) throw new ServiceError("REQUEST_FINAL", { target: "key" });
  if (phase.state !== PhaseState.Open) throw new ServiceError("PHASE_CLOSED", { target: "phase" });
  if (clock.now() >= request.expiresAt) {
    throw new ServiceError("PHASE_CLOSED", { target: "phase", message: "The request has expired. Submit a new one." });
  }
  return { request, phase, phases, votes };
}

async function compare(
  { store }: CallContext,
  request: Row<"reqbatch">,
  expect: NonNullable<Input["expect"]>,
): Promise<void> {
  const operations = await store.select("requestOperations", {
    where: { requestKey: request.key },
    orderBy: [["sequence", "asc"]],
  });
  const found = mismatches(expect, { recipient: request.recipientKey, operations });
  if (found.length === 0) return;
  throw new ServiceError("EXPECTATION_FAILED", {
    target: found[0]?.target,
    details: found.map((mismatch) => ({ code: "EXPECTATION_FAILED", ...mismatch })),
  });
}
