import type { Row } from "#store/tables.ts";

import { authorizationOf } from "../../approvals/authorize-subject.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { Authorization } from "../../kernel/subject.ts";
import { advanceRequest } from "./advance-request.ts";
import { momentsOf } from "./moments-of.ts";
import { RequestSubject } from "./request-subject.ts";
import { scheduleNext } from "./schedule-next.ts";

/** Advances a request by its authorization after its phases were counted; one that waits stays as it is. */
export async function advanceUnlessWaiting(
  context: CallContext,
  request: Row<"reqbatch">,
  authorization: Authorization,
): Promise<void> {
  if (authorization !== "waiting") await advanceRequest(context, request, authorization);
}

/** Counts the phases of a locked request by its rows, and advances it accordingly. */
export async function countRequest(context: CallContext, request: Row<"reqbatch">): Promise<void> {
  const authorization = await authorizationOf(context, new RequestSubject(request));
  if (authorization === "waiting") await scheduleNext(context, request, await momentsOf(context, request));
  else await advanceRequest(context, request, authorization);
}
