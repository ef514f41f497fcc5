import { hasMoments } from "#domain/requests/request-moments.ts";
import { startOf } from "#domain/requests/request-start.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import { authorizationOf } from "../../approvals/authorize-subject.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { Authorization } from "../../kernel/subject.ts";
import { beginPerforming } from "./begin-performing.ts";
import { changeStatus } from "./change-status.ts";
import { endDenied } from "./end-denied.ts";
import { followStart } from "./follow-start.ts";
import { firstMoments } from "./moments-of.ts";
import { RequestSubject } from "./request-subject.ts";
import { scheduleNext } from "./schedule-next.ts";

type Request = Row<"reqbatch">;
type Paths = { readonly [S in RequestStatus]?: readonly RequestStatus[] };

const pathsToStart: Paths = { P: ["A", "W", "S"], A: ["W", "S"], W: ["S"] };

/** Paths to the statuses in which a request waits, by the reason; empty if it is there already. */
const pathsToWait = {
  waiting: { P: ["A", "W"], A: ["W"] },
  calculating: { P: ["A"], W: ["A"] },
  held: { P: ["H"], A: ["H"], W: ["A", "H"] },
} as const satisfies { readonly [A in Authorization]?: Paths };

/**
 * Advances a request by its authorization, in the current transaction. While it waits for authorizers, for plug-ins, for a workflow manager
 * or for its start, it has a moment and no workflow. A denied request ends here, and one that was approved by people begins here; the engine
 * is woken when there is something to perform.
 */
export async function advanceRequest(
  context: CallContext,
  request: Request,
  authorization: Authorization,
): Promise<Request> {
  if (authorization === "denied") return endDenied(context, request);
  if (authorization === "approved") return beginApproved(context, await followStart(context, request));
  const paths: Paths = pathsToWait[authorization];
  return waitFrom(context, request, paths[request.status] ?? []);
}

/** Begins an approved request, or has it wait for its start. */
async function beginApproved(context: CallContext, request: Request): Promise<Request> {
  const { store, clock } = context;
  const path = pathsToStart[request.status];
  if (path !== undefined && startOf(request) > clock.now()) {
    // The engine, which closes phases that need no one, does not see this request before its start.
    if (request.status === RequestStatus.Processing) await authorizationOf(context, new RequestSubject(request));
    return waitFrom(context, request, path);
  }
  const performing = await beginPerforming(context, request);
  if (performing !== undefined) return performing;
  if (hasMoments(request.status)) await store.moments.clear(request.key);
  await store.outbox.add({ workflowType: "request", workflowId: request.key });
  return request;
}

async function waitFrom(context: CallContext, request: Request, path: readonly RequestStatus[]): Promise<Request> {
  const waiting = path.length === 0 ? request : await changeStatus(context, request, path);
  await scheduleNext(context, waiting, firstMoments(context, waiting));
  return waiting;
}
