import { ServiceError } from "#domain/errors.ts";
import { togetherCode } from "#domain/requests/named-codes.ts";
import { type OperationStatus, operationStatus } from "#domain/requests/operation-result.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { checkOperations } from "./check-operations.ts";
import { findBatch } from "./find-batch.ts";
import { noteSubmitted } from "./note-event.ts";
import { type NewOperation, saveOperations, saveRequest } from "./save-request.ts";

/** Input of a direct write on target systems. */
export interface DirectWrite {
  /** Key of the recipient; null for no one but the caller. */
  readonly recipientKey: string | null;
  readonly operations: readonly NewOperation[];
  /** Key or number of the request or mass reset that contains it. */
  readonly batch?: string | undefined;
  /** Key of the request that the service continues with it. */
  readonly continuedKey?: string;
}

/** Operation with which a caller follows an accepted write. */
export type QueuedOperation = Row<"requestOperations"> & {
  readonly status: OperationStatus;
  /** Module that received it. */
  readonly queuedBy: string;
};

/**
 * Accepts operations on target systems that need no approval, as a request that is approved from the start: retries, sends, proxies,
 * results and audit are those of every request. Several operations get one more that ends with the last.
 * @throws BATCH_UNKNOWN and every code of `checkOperations`
 */
export async function queueOperations(context: CallContext, write: DirectWrite): Promise<QueuedOperation> {
  const { store, caller } = context;
  const batchId = write.continuedKey ?? (await findBatch(context, write.batch));
  const { recipientKey: personKey } = write;
  const checked = await checkOperations(context, { personKey, direct: true, operations: write.operations });
  const operations = write.operations.map((operation, index) => ({
    ...operation,
    attributes: checked.operations[index]?.attributes,
    names: checked.operations[index]?.names,
  }));
  const recipientKey = write.recipientKey ?? caller.key ?? "";
  const request = await saveRequest(context, { recipientKey, recipientStartsAt: null, batchId, direct: true });
  // The request has no phases, so it is approved at once.
  const saved = await saveOperations(context, request.key, withSummary(operations));
  noteSubmitted(context, { request, operations: saved, phases: 0 });
  await store.outbox.add({ workflowType: "request", workflowId: request.key });
  const operation = await store.get("requestOperations", saved.at(-1)?.key ?? "");
  if (!operation) throw new ServiceError("INTERNAL", { detail: "a direct write without operations" });
  return followed(context, operation);
}

/** Returns an operation as its caller follows it. */
export function followed({ caller }: CallContext, operation: Row<"requestOperations">): QueuedOperation {
  return { ...operation, status: operationStatus(operation), queuedBy: caller.module };
}

function withSummary(operations: readonly NewOperation[]): readonly NewOperation[] {
  const [first] = operations;
  if (first === undefined || operations.length === 1) return operations;
  const warnings = new Map(
    operations.flatMap((one) => one.warnings ?? []).map((warning) => [warning.message, warning]),
  );
  return [
    ...operations,
    { code: togetherCode, targetSystemKey: first.targetSystemKey, warnings: [...warnings.values()] },
  ];
}
