import { errors, type ErrorCode } from "#domain/errors.ts";
import { isFinalResult, OperationResult } from "#domain/requests/operation-result.ts";
import type { RequestStatus } from "#domain/requests/request-status.ts";
import { hasTasks } from "#domain/requests/work-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { finishRequest } from "./finish-request.ts";
import { noteEvent } from "./note-event.ts";
import { saveOperation } from "./save-operation.ts";
import type { FinalStatus } from "./tell-end.ts";

const code: ErrorCode = "OPERATION_TYPE_UNKNOWN";

// The performed part ends by itself with the last operation.
const ways: { readonly [S in RequestStatus]?: readonly [...RequestStatus[], FinalStatus] } = {
  P: ["D"],
  A: ["D"],
  W: ["D"],
  H: ["K"],
  S: ["X", "C"],
};

/**
 * Ends a request that may not continue (`mayContinue`): operations that no proxy holds fail with `OPERATION_TYPE_UNKNOWN`, and a request
 * without operations in progress is finished. Sent operations are awaited, because they may have been performed. Returns true if the
 * request is finished now.
 */
export async function refuseLaterSteps(context: CallContext, request: Row<"reqbatch">): Promise<boolean> {
  const { store, clock } = context;
  const operations = await store.select("requestOperations", { where: { requestKey: request.key } });
  const refused = operations.filter(({ result, nextTryAt }) => {
    const inHand = result === OperationResult.Pending && nextTryAt === null;
    return !isFinalResult(result) && !inHand;
  });
  // While the last operations end, nothing more is refused by the next steps.
  if (refused.length > 0) noteEvent(context, request.key, "refused", { code });
  for (const operation of refused) {
    await saveOperation(context, operation, {
      result: OperationResult.Failed,
      nextTryAt: null,
      errorCode: code,
      errorMessage: errors[code].message,
      finishedAt: clock.now(),
    });
  }
  // Tasks are awaited like what was sent, also on hold.
  const way = hasTasks(operations) ? undefined : ways[request.status];
  if (way === undefined) return false;
  await finishRequest(context, request, way);
  return true;
}
