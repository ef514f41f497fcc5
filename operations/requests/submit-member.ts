import { z } from "zod";

import { auditRefusalMaxCharacters } from "#domain/audit-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import type { RequestedOperation } from "../kernel/inputs/operation-input.ts";
import { requireAccepted } from "../kernel/operation-identifiers.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { requestedOf } from "../kernel/tell-requested.ts";
import { acceptRequest } from "./engine/accept-request.ts";
import { asRequester } from "./engine/batch-requester.ts";
import { withNewIdCase } from "./engine/new-id-case.ts";
import { acceptByPerformers, checkByPerformers } from "./engine/performers-of.ts";
import { operationsFor } from "./engine/template-use.ts";

type Batch = Row<"requestBatches">;
type Member = Row<"requestBatchMembers">;

/**
 * Submits the request of a recipient of a batch for its requester, with the rights that the requester has now. The recipient's entry says so in the
 * same transaction, so each gets one request, however often this runs.
 * @throws BATCH_CANCELLED, REQUESTER_UNFIT, TEMPLATE_NOT_USABLE, FORBIDDEN, RECIPIENT_OUTSIDE, TEMPLATE_UNFIT and every code of
 * `requests.submit`
 */
export const submitMember = defineOperation({
  name: "requestBatches.submitMember",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "RQSB", when: "never" },
  async prepare(context, { key }): Promise<readonly RequestedOperation[]> {
    const member = await requireRow(context, "requestBatchMembers", key);
    if (member.state !== "waiting") return [];
    const batch = await requireRow(context, "requestBatches", member.batchKey);
    await requireGoingOn(context, batch);
    const asked = await asRequester(context, batch);
    const operations = await operationsFor(asked, batch, member.recipientKey);
    return withNewIdCase(asked, operations, member.recipientKey);
  },
  async run(context, { key }, operations): Promise<void> {
    const member = await context.store.lock("requestBatchMembers", key);
    // Another hub may have been faster.
    if (member?.state !== "waiting") return;
    const batch = await requireRow(context, "requestBatches", member.batchKey);
    await requireGoingOn(context, batch);
    const asked = await asRequester(context, batch);
    // Rights, profile and accounts may have changed since the preparation.
    await operationsFor(asked, batch, member.recipientKey);
    await checkByPerformers(asked, member.recipientKey, operations);
    const request = await acceptRequest(asked, {
      recipientKey: member.recipientKey,
      ownerKey: member.recipientKey,
      reason: batch.reason,
      startAt: batch.startAt,
      operations,
      batch: { batchKey: batch.key, templateKey: batch.templateKey, phases: batch.content.phases },
      withIt: (saved, all) => acceptByPerformers(asked, saved, all),
    });
    await endMember(context, member, { state: "submitted", requestKey: request.key });
    await auditMember(
      context,
      { batch, member },
      {
        result: "S",
        batchId: request.key,
        message: request.number,
        requested: await requestedOf(context.store, request.key),
      },
    );
  },
});

/**
 * Records that the request of a recipient of a batch was refused, and why; the other recipients are not affected.
 */
export const refuseMember = defineOperation({
  name: "requestBatches.refuseMember",
  input: z.strictObject({ key: z.string(), code: z.string(), message: z.string() }),
  callers: ["engine"],
  audit: { operation: "RQSB", when: "never" },
  async run(context, { key, code: errorCode, message: errorMessage }): Promise<void> {
    const member = await context.store.lock("requestBatchMembers", key);
    if (member?.state !== "waiting") return;
    const batch = await requireRow(context, "requestBatches", member.batchKey);
    await endMember(context, member, { state: "refused", errorCode, errorMessage });
    const message = `${errorCode}: ${errorMessage}`.slice(0, auditRefusalMaxCharacters);
    await auditMember(context, { batch, member }, { result: "F", message });
  },
});

async function requireGoingOn(context: CallContext, { operationId, cancelledAt }: Batch): Promise<void> {
  if (cancelledAt !== null) throw new ServiceError("BATCH_CANCELLED");
  await requireAccepted(context, operationId);
}

async function endMember(
  { store, clock }: CallContext,
  { key }: Member,
  ended: Partial<Pick<Member, "state" | "requestKey" | "errorCode" | "errorMessage">>,
): Promise<void> {
  await store.save("requestBatchMembers", { key, ...ended, endedAt: clock.now() });
}

/** Writes the audit row of a submission, as if its requester had submitted it alone. */
async function auditMember(
  { store, caller }: CallContext,
  { batch, member }: { readonly batch: Batch; readonly member: Member },
  told: { result: "S" | "F"; message: string; batchId?: string; requested?: string | null },
): Promise<void> {
  await store.audit({
    sessid: caller.sessid,
    operation: "RQSB",
    actor: batch.requesterKey,
    recipient: member.recipientKey,
    ident: batch.key,
    requestId: batch.requestId,
    ...told,
  });
}
