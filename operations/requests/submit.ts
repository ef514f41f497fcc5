import { z } from "zod";

import { commentMaxCharacters, requestOperationsMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, momentInput, operationInput } from "../kernel/inputs/operation-input.ts";
import { requireRecipient } from "../kernel/rows/require-recipient.ts";
import { filledText } from "../kernel/text-input.ts";
import { acceptRequest } from "./engine/accept-request.ts";
import { withNewIdCase } from "./engine/new-id-case.ts";
import { acceptByPerformers, checkByPerformers, expandByPerformers } from "./engine/performers-of.ts";
import { submissionFacts } from "./engine/request-facts.ts";

const input = z.strictObject({
  /** Key of the recipient; null if it is about accounts without owner. */
  recipientKey: keyInput.nullable(),
  reason: filledText(commentMaxCharacters).nullish(),
  startAt: momentInput.nullish(),
  operations: z.array(operationInput).min(1, "needs at least one operation").max(requestOperationsMax),
});

/** A request that was accepted. */
export type SubmittedRequest = Row<"reqbatch">;

/**
 * Accepts a request: its operations with their order, its approval phases, and the start of its workflow or the time for which it waits,
 * all in one transaction. Nothing is stored if anything is wrong. The requester is the recipient of a request for accounts without owner.
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
  async prepare(context, { operations, recipientKey }) {
    const expanded = await expandByPerformers(context, recipientKey ?? "", operations);
    return withNewIdCase(context, expanded, recipientKey);
  },
  async run(context, given, operations): Promise<SubmittedRequest> {
    const { caller } = context;
    const { recipientKey: ownerKey } = given;
    // A request without owner is for its requester.
    const recipientKey = ownerKey ?? caller.key ?? "";
    await requireRecipient(context, recipientKey);
    await checkByPerformers(context, recipientKey, operations);
    return acceptRequest(context, {
      ...given,
      recipientKey,
      ownerKey,
      operations,
      withIt: (request, saved) => acceptByPerformers(context, request, saved),
    });
  },
});
