import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { commentMaxCharacters, requestOperationsMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { originOf } from "#domain/requests/request-origin.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { filledText } from "../text-input.ts";
import { type CheckedSubmission, checkOperations } from "./engine/check-operations.ts";
import { countSelfApproved } from "./engine/count-self-approved.ts";
import { goOn } from "./engine/go-on.ts";
import { withNewIdCase } from "./engine/new-id-case.ts";
import { noteSubmitted } from "./engine/note-event.ts";
import { type Authorization, openPhases, savePhases } from "./engine/open-phases.ts";
import { keyInput, momentInput, operationInput } from "./engine/operation-input.ts";
import { type PhasePlan, planPhases } from "./engine/plan-phases.ts";
import { submissionFacts } from "./engine/request-facts.ts";
import { requirePhases } from "./engine/require-phases.ts";
import { saveOperations, saveRequest } from "./engine/save-request.ts";
import { tellHeld } from "./engine/tell-held.ts";

const input = z.strictObject({
  /** Null: it is about accounts that belong to nobody. */
  recipientKey: keyInput.nullable(),
  reason: filledText(commentMaxCharacters).nullish(),
  startAt: momentInput.nullish(),
  operations: z.array(operationInput).min(1, "needs at least one operation").max(requestOperationsMax),
});

/** A request that was accepted. */
export type SubmittedRequest = Row<"reqbatch">;

/**
 * Accepts a request: its operations with their order, the phases that must authorize it, and the start of its workflow or
 * the moment for which it waits, all in one transaction. Nothing is stored when anything is wrong. Its recipient is who asks where it is about accounts of
 * nobody.
 * @throws RECIPIENT_UNKNOWN, RECIPIENT_UNFIT, START_IN_PAST, PHASES_MISSING, MANAGER_MISSING, LIMIT_EXCEEDED, SELF_APPROVED_MAX,
 * PLUGIN_UNUSABLE and every code of `checkOperations`
 */
export const submit = defineOperation({
  name: "requests.submit",
  operationType: "REQUEST_SUBMIT",
  input,
  policies: [{ name: policyOf.create("requests"), facts: submissionFacts }],
  callers: ["user"],
  audit: {
    operation: "RQSB",
    describe: ({ recipientKey }, request?: SubmittedRequest) => ({
      recipient: request?.recipientKey ?? recipientKey,
      batchId: request?.key ?? null,
      message: request?.number ?? null,
    }),
  },
  prepare: (context, { operations, recipientKey }) => withNewIdCase(context, operations, recipientKey),
  async run(context, given, operations): Promise<SubmittedRequest> {
    const { caller } = context;
    const { recipientKey: ownerKey } = given;
    // What is for nobody is done for whoever asks.
    const recipientKey = ownerKey ?? caller.key ?? "";
    await checkRecipient(context, recipientKey);
    const checked = await checkOperations(context, { operations, ownerKey, personKey: ownerKey });
    const plan = await planPhases(context, checked.operations, checked.groups);
    await requirePhases(context, checked.operations, plan);
    const { authorization, opened, stopped } = await openFirst(context, { recipientKey, ...checked }, plan);
    const status = statusAtFirst[authorization];
    const holdReason = stopped?.stop === "held" ? stopped.reason : null;
    const selfApproved = await countSelfApproved(context, authorization, checked.operations.length);
    const request = await saveRequest(context, { ...given, recipientKey, status, holdReason, selfApproved });
    const owned = ownerKey === null ? { associatedBy: "none" as const } : {};
    const asked = checked.operations.map((operation) => ({ ...operation, ...owned }));
    const saved = await saveOperations(context, request.key, asked);
    noteSubmitted(context, { request, operations: saved, phases: plan.phases.length });
    // What waits for nobody is left to the engine, which opens and ends it.
    await savePhases(context, request.key, plan.phases, status === RequestStatus.Processing ? [] : opened);
    if (stopped?.stop === "held") await tellHeld(context, request, stopped);
    return goOn(context, request, authorization);
  },
});

const statusAtFirst = {
  waiting: RequestStatus.WaitingForAuthorization,
  calculating: RequestStatus.CalculatingAuthorizers,
  held: RequestStatus.OnHold,
  approved: RequestStatus.Processing,
  denied: RequestStatus.Processing,
} as const satisfies Readonly<Record<Authorization, RequestStatus>>;

type Asked = Pick<CheckedSubmission, "operations"> & { readonly recipientKey: string };

/** The phases that open with the submission: before anything is saved, so that a request begins in the status that it has. */
async function openFirst(context: CallContext, { recipientKey, operations }: Asked, { phases }: PhasePlan) {
  const request = {
    ...{ key: null, isNew: true },
    ...{ requesterKey: context.caller.key ?? "", recipientKey, origin: originOf(context.caller.module) },
    operations: async () => operations,
    decisions: async () => [],
  };
  const openings = await openPhases(context, { request, phases });
  if (openings.authorization === "denied" && openings.opened.at(-1)?.managerMissing === true)
    throw new ServiceError("MANAGER_MISSING", { target: "recipientKey" });
  return openings;
}

async function checkRecipient({ store }: CallContext, recipientKey: string): Promise<void> {
  const recipient = await store.get("users", recipientKey);
  if (!recipient) throw new ServiceError("RECIPIENT_UNKNOWN", { target: "recipientKey" });
  if (recipient.disabled) throw new ServiceError("RECIPIENT_UNFIT", { target: "recipientKey" });
}
