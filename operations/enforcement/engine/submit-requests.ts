import { ServiceError } from "#domain/errors.ts";
import { allOf, anyOf, eq, oneOf, related } from "#domain/query/condition.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { openStatuses } from "#domain/requests/request-status.ts";
import type { Difference } from "#domain/roles/differences.ts";
import { accessCodes } from "#domain/roles/enforcement-terms.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { RequestedOperation } from "../../kernel/inputs/operation-input.ts";
import { acceptRequest } from "../../requests/engine/accept-request.ts";
import { cancelRequest, isCancellable } from "../../requests/engine/cancel-request.ts";
import { noteEvent } from "../../requests/engine/note-event.ts";
import { acceptByPerformers } from "../../requests/engine/performers-of.ts";
import { type PlannedRequest, planRequests } from "./plan-requests.ts";

/** Requests by which the differences of a person are resolved. */
export interface Submitted {
  readonly requestKeys: readonly string[];
  /** Number of open requests that were cancelled. */
  readonly cancelled: number;
  /** First of the reasons why something could not be requested; undefined if there is none. */
  readonly refusal?: ServiceError | undefined;
}

/**
 * Submits the requests for the differences of a person in the current transaction, and cancels those that no longer apply. What cannot be
 * requested hinders nothing else.
 * @throws DATABASE_BUSY, DATABASE_UNAVAILABLE
 */
export async function submitRequests(
  context: CallContext,
  userKey: string,
  differences: readonly Difference[],
): Promise<Submitted> {
  let cancelled = 0;
  for (const { resolution, requestKey } of differences)
    if (resolution === "cancel" && requestKey !== null && (await cancelStale(context, requestKey))) cancelled += 1;
  const { requests, refusals } = await planRequests(context, userKey, differences);
  const requestKeys: string[] = [];
  const asked = new Set((await openOperations(context, userKey)).map(nameOf));
  const refused = [...refusals];
  for (const planned of requests) {
    // Two roles may give the same, and so may an earlier request that is still open.
    const operations = planned.operations.filter((one) => !asked.has(nameOf(one)));
    if (operations.length === 0) continue;
    try {
      requestKeys.push(await submit(context, userKey, { ...planned, operations }));
      for (const one of operations) asked.add(nameOf(one));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind === "unavailable" || error.kind === "internal") throw error;
      refused.push(error);
    }
  }
  return { requestKeys, cancelled, refusal: refused[0] };
}

async function submit(context: CallContext, userKey: string, planned: PlannedRequest): Promise<string> {
  const { reason, operations, asksPhases, excludedRoleKey } = planned;
  const request = await acceptRequest(context, {
    recipientKey: userKey,
    ownerKey: userKey,
    reason,
    operations,
    ...(!asksPhases && { decidedBy: [] }),
    withIt: (saved, all) => acceptByPerformers(context, saved, all),
  });
  if (excludedRoleKey !== null) await exclude(context, { userKey, roleKey: excludedRoleKey, requestKey: request.key });
  return request.key;
}

/** Excludes a person from a role that they are to lose, so that its condition does not choose them again. */
async function exclude(
  { store, ids, clock }: CallContext,
  { userKey, roleKey, requestKey }: { readonly userKey: string; readonly roleKey: string; readonly requestKey: string },
): Promise<void> {
  const because = "excluded";
  const [known] = await store.select("roleAssignments", { where: { userKey, roleKey, because }, forUpdate: true });
  if (known !== undefined && known.until === null) return;
  await store.save("roleAssignments", {
    key: known?.key ?? ids.guid(),
    userKey,
    roleKey,
    because,
    reason: "The person lacks access that the role gives, and the role is removed then.",
    until: null,
    createdAt: clock.now(),
    createdBy: null,
    requestKey,
  });
}

async function cancelStale(context: CallContext, requestKey: string): Promise<boolean> {
  const request = await context.store.lock("reqbatch", requestKey);
  if (request === undefined || !(await isCancellable(context, request))) return false;
  noteEvent(context, requestKey, "cancelled", {});
  return cancelRequest(context, request);
}

/** Operation as far as it is known again. */
export type NamedOperation = Pick<
  RequestedOperation,
  "code" | "roleKey" | "targetSystemKey" | "accountKey" | "groupKey"
>;

/** Returns the text by which an operation for a person is known again; the role through which it gives access does not matter. */
export function nameOf({
  code,
  roleKey = null,
  targetSystemKey = null,
  groupKey = null,
  accountKey = null,
}: NamedOperation): string {
  const about = targetSystemKey === null ? roleKey : null;
  // A membership is given to the person, by whichever account.
  const account = code === accessCodes.membership.gives ? null : accountKey;
  return JSON.stringify([code, about, targetSystemKey, groupKey, account]);
}

/** Returns the open operations of the requests for a person. */
export function openOperations({ store }: Pick<CallContext, "store">, recipientKey: string) {
  return store.select("requestOperations", {
    where: allOf(
      anyOf(eq("result", null), eq("result", OperationResult.Pending)),
      related("request", allOf(eq("recipientKey", recipientKey), oneOf("status", openStatuses))),
    ),
  });
}
