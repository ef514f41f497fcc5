import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { commentMaxCharacters, requestOperationsMax } from "#domain/limits.ts";
import { requestDay, requestNumber } from "#domain/request-number.ts";
import { isActive, RequestStatus } from "#domain/request-status.ts";
import { dependencies } from "#domain/step-graph.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { checkOperations, type CheckedOperation } from "./check-operations.ts";
import { copyPhases } from "./copy-phases.ts";
import { keyInput, momentInput, operationInput } from "./operation-input.ts";
import { originOf } from "./origin.ts";

const input = z.strictObject({
  recipientKey: keyInput,
  reason: z.string().trim().min(1, "must not be empty").max(commentMaxCharacters).nullish(),
  startAt: momentInput.nullish(),
  operations: z.array(operationInput).min(1, "needs at least one operation").max(requestOperationsMax),
});

type Input = z.output<typeof input>;

/** A request that was accepted. */
export interface SubmittedRequest {
  readonly key: string;
  readonly number: string;
  readonly status: RequestStatus;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Accepts a request: its operations with their order, the phases that must authorize it, and the start of its workflow,
 * all in one transaction. Nothing is stored when anything is wrong.
 * @throws RECIPIENT_UNKNOWN, RECIPIENT_UNFIT, START_IN_PAST and every code of `checkOperations`
 */
export const submit = defineOperation({
  name: "requests.submit",
  operationType: "REQUEST_SUBMIT",
  identified: true,
  input,
  policies: [{ name: "requests_post_create" }],
  callers: ["user"],
  audit: {
    operation: "RQSB",
    describe: ({ recipientKey }, request?: SubmittedRequest) => ({
      recipient: recipientKey,
      batchId: request?.key ?? null,
      message: request?.number ?? null,
    }),
  },
  async run(context, submission): Promise<SubmittedRequest> {
    const { store } = context;
    await checkRecipient(context, submission.recipientKey);
    const checked = await checkOperations(context, submission);
    const request = await saveRequest(context, submission);
    await saveOperations(context, request.key, checked.operations);
    await copyPhases(context, request.key, [...checked.targets.keys()]);
    await store.outbox.add({ workflowType: "request", workflowId: request.key });
    return { key: request.key, number: request.number, status: request.status as RequestStatus };
  },
});

async function checkRecipient({ store }: CallContext, recipientKey: string): Promise<void> {
  const recipient = await store.get("users", recipientKey);
  if (!recipient) throw new ServiceError("RECIPIENT_UNKNOWN", { target: "recipientKey" });
  if (recipient.disabled) throw new ServiceError("RECIPIENT_UNFIT", { target: "recipientKey" });
}

async function saveRequest(context: CallContext, submission: Input): Promise<Row<"reqbatch">> {
  const { store, clock, ids, settings, caller } = context;
  const now = clock.now();
  const expiresAt = now + settings.requestLifeDays * dayMs;
  const startAt = submission.startAt ?? null;
  if (startAt !== null && (startAt <= now || startAt >= expiresAt))
    throw new ServiceError("START_IN_PAST", { target: "startAt" });
  return store.save("reqbatch", {
    key: ids.guid(),
    number: requestNumber(now, await store.nextNumber(`request-${requestDay(now)}`)),
    status: RequestStatus.Processing,
    active: isActive(RequestStatus.Processing),
    origin: originOf(caller.module),
    requesterKey: caller.key ?? "",
    recipientKey: submission.recipientKey,
    reason: submission.reason ?? null,
    startAt,
    expiresAt,
    createdAt: now,
    operationId: context.operationId,
    requestId: caller.requestId,
  });
}

async function saveOperations(
  { store, ids }: CallContext,
  requestKey: string,
  operations: readonly CheckedOperation[],
): Promise<void> {
  const keyed = operations.map((operation, index) => ({ ...operation, key: ids.guid(), sequence: index + 1 }));
  const before = dependencies(keyed);
  for (const { key, sequence, code, targetSystemKey, accountKey, groupKey, attributes } of keyed) {
    await store.save("requestOperations", {
      key,
      requestKey,
      sequence,
      code,
      targetSystemKey,
      accountKey: accountKey ?? null,
      groupKey: groupKey ?? null,
      attributes: attributes ?? {},
      dependsOn: before.get(key) ?? [],
    });
  }
}
