import { momentWaitMsMax } from "#domain/engine-limits.ts";
import type { RequestMoment } from "#domain/requests/request-moments.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { type Authorization, authorizeRequest, phasesOf } from "./authorize-request.ts";
import { changeStatus } from "./change-status.ts";
import { firstMoments } from "./moments-of.ts";

type Request = Row<"reqbatch">;

const pathsToStart: { readonly [S in RequestStatus]?: readonly RequestStatus[] } = { P: ["A", "W", "S"], W: ["S"] };

/**
 * Lets a request go on as its authorization says, in the current transaction. While it waits for people or for its start
 * it has a moment and no workflow; the engine is told when there is something to perform or to end.
 */
export async function goOn(context: CallContext, request: Request, authorization: Authorization): Promise<Request> {
  const { store, clock } = context;
  if (authorization === "waiting") {
    await noteNext(context, request, firstMoments(context, request));
    return request;
  }
  const path = pathsToStart[request.status];
  if (authorization === "approved" && path !== undefined && (request.startAt ?? 0) > clock.now()) {
    // The engine, which closes phases that need nobody, does not see this request before its start.
    if (request.status === RequestStatus.Processing)
      await authorizeRequest(context, await phasesOf(context, request.key));
    const scheduled = await changeStatus(context, request, path);
    await noteNext(context, scheduled, firstMoments(context, scheduled));
    return scheduled;
  }
  if (request.status === RequestStatus.WaitingForAuthorization) await store.moments.clear(request.key);
  await store.outbox.add({ workflowType: "request", workflowId: request.key });
  return request;
}

/** Notes in the current transaction when a request that has moments before it is to be looked at next. */
export async function noteNext(
  { store, clock }: CallContext,
  { key }: Request,
  [next]: readonly RequestMoment[],
): Promise<void> {
  if (next === undefined) return;
  await store.moments.set({ key, kind: "request", at: Math.min(next.at, clock.now() + momentWaitMsMax) });
}
