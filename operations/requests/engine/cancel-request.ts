import type { RequestStatus } from "#domain/requests/request-status.ts";
import { hasTasks } from "#domain/requests/work-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { finishRequest } from "./finish-request.ts";
import type { FinalStatus } from "./tell-end.ts";

// A request that the engine has not seen yet passes through the statuses that it would have waited in.
const ways: { readonly [S in RequestStatus]?: readonly [...RequestStatus[], FinalStatus] } = {
  P: ["A", "W", "K"],
  A: ["W", "K"],
  W: ["K"],
  H: ["K"],
  S: ["K"],
};

/** Statuses in which a request can be cancelled: nothing of it has begun. */
export const cancellableStatuses = Object.keys(ways) as readonly RequestStatus[];

/** Returns true if a request can be cancelled; one on hold whose operations are tasks has begun. */
export async function isCancellable(
  { store }: Pick<CallContext, "store">,
  { key: requestKey, status }: Row<"reqbatch">,
): Promise<boolean> {
  if (!cancellableStatuses.includes(status)) return false;
  return status !== "H" || !hasTasks(await store.select("requestOperations", { where: { requestKey } }));
}

/** Cancels a locked request, whose reason the ledger has, and wakes its workflow; returns false if something of it has begun. */
export async function cancelRequest(context: CallContext, request: Row<"reqbatch">): Promise<boolean> {
  const way = ways[request.status];
  if (way === undefined) return false;
  await finishRequest(context, request, way);
  // The workflow learns of the end by a wake and ends too.
  await context.store.outbox.add({ workflowType: "request", workflowId: request.key });
  return true;
}
