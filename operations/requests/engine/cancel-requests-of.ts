import { leavingPageMax } from "#domain/people-limits.ts";
import { allOf, anyOf, eq, oneOf } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { StepProgress } from "../../kernel/leaver-step.ts";
import { cancellableStatuses, cancelRequest, isCancellable } from "./cancel-request.ts";
import { noteEvent } from "./note-event.ts";

/**
 * Cancels the open requests by and for a person who leaves, in the current transaction. Requests that are performed already end by
 * themselves.
 */
export async function cancelRequestsOf(context: CallContext, userKey: string): Promise<StepProgress> {
  const { store } = context;
  const isTheirs = anyOf(eq("requesterKey", userKey), eq("recipientKey", userKey));
  const isOpen = allOf(oneOf("status", cancellableStatuses), eq("direct", false));
  const found = await store.select("reqbatch", { where: allOf(isTheirs, isOpen), limit: leavingPageMax });
  let items = 0;
  for (const { key } of found) {
    const request = await store.lock("reqbatch", key);
    if (request === undefined || !(await isCancellable(context, request))) continue;
    noteEvent(context, key, "partyLeft", { user: userKey });
    await cancelRequest(context, request);
    items += 1;
  }
  return { items, more: found.length === leavingPageMax };
}
