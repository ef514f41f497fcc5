import type { Row } from "#store/tables.ts";

import { authorizationOf } from "../../approvals/authorize-subject.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { Authorization } from "../../kernel/subject.ts";
import { goOn, noteNext } from "./go-on.ts";
import { momentsOf } from "./moments-of.ts";
import { subjectOfRequest } from "./request-subject.ts";

/** Moves a request on by the authorization after its phases were counted; one that waits stays as it is. */
export async function moveOn(
  context: CallContext,
  request: Row<"reqbatch">,
  authorization: Authorization,
): Promise<void> {
  if (authorization !== "waiting") await goOn(context, request, authorization);
}

/** Counts the phases of a locked request by its rows, and lets it continue accordingly. */
export async function countRequest(context: CallContext, request: Row<"reqbatch">): Promise<void> {
  const authorization = await authorizationOf(context, subjectOfRequest(request));
  if (authorization === "waiting") await noteNext(context, request, await momentsOf(context, request));
  else await goOn(context, request, authorization);
}
