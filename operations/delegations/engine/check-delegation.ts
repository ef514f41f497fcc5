import { openDelegationsMax } from "#domain/delegation-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { isActing } from "#domain/identity/acting-users.ts";
import { allOf, oneOf } from "#domain/query/condition.ts";
import {
  circleWith,
  type Delegation,
  openDelegationStates,
  overlapping,
  type Period,
} from "#domain/requests/delegation.ts";
import { isFinal } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { selectUsers } from "../../users/engine/check-user.ts";

/**
 * Throws unless a delegation is allowed.
 * @throws DELEGATION_UNFIT, DELEGATION_PERIOD_UNFIT, NOT_FOUND, REQUEST_FINAL, DELEGATIONS_MAX, DELEGATION_OVERLAPS, DELEGATION_CIRCLE
 */
export async function checkDelegation(context: CallContext, wanted: Delegation): Promise<void> {
  await requirePeople(context, wanted);
  requirePeriod(wanted, context.clock.now());
  await requireOpenRequest(context, wanted.requestKey);
  // The counter's row is locked until the commit: two that are fine alone may make a circle together.
  await context.store.nextNumber("delegations");
  const others = await reachable(context, wanted);
  const own = others.filter(({ delegatorKey }) => delegatorKey === wanted.delegatorKey);
  if (own.length >= openDelegationsMax) throw new ServiceError("DELEGATIONS_MAX", { target: "delegatorKey" });
  const beside = overlapping(wanted, own);
  if (beside !== undefined) {
    const message = `The delegation ${beside.key} of the same person holds at this time for the same requests. End it first, or choose another period.`;
    throw new ServiceError("DELEGATION_OVERLAPS", { target: "beginsAt", message });
  }
  const circle = circleWith(wanted, others);
  if (circle !== undefined) throw await circleRefused(context, circle);
}

async function requirePeople({ store, clock }: CallContext, { delegatorKey, delegateKey }: Delegation): Promise<void> {
  const unfit = (target: string, words: string) =>
    new ServiceError("DELEGATION_UNFIT", { target, message: `${target}: ${words}` });
  if (delegatorKey === delegateKey) throw unfit("delegateKey", "nobody delegates to themselves. Name somebody else.");
  for (const [target, key] of Object.entries({ delegatorKey, delegateKey })) {
    const user = await store.get("users", key);
    // Callers who may not search for users learn nothing about those to whom they cannot delegate.
    if (user === undefined || !isActing(user, clock.now()))
      throw unfit(target, "no user who can decide has this key. Look it up under /v2/people.");
  }
}

function requirePeriod({ beginsAt, endsAt }: Period, now: number): void {
  if (endsAt !== null && endsAt <= Math.max(now, beginsAt ?? now))
    throw new ServiceError("DELEGATION_PERIOD_UNFIT", { target: "endsAt" });
}

async function requireOpenRequest({ store }: CallContext, requestKey: string | null): Promise<void> {
  if (requestKey === null) return;
  const request = await store.get("reqbatch", requestKey);
  if (request === undefined) throw new ServiceError("NOT_FOUND", { target: "requestKey" });
  if (isFinal(request.status)) throw new ServiceError("REQUEST_FINAL", { target: "requestKey" });
}

/** Reads the open delegations of the delegator, and of those reachable from the delegate. */
async function reachable(
  { store }: CallContext,
  { delegatorKey, delegateKey }: Delegation,
): Promise<readonly Row<"delegations">[]> {
  const found: Row<"delegations">[] = [];
  const seen = new Set<string>();
  for (let level = [delegatorKey, delegateKey]; level.length > 0;) {
    for (const key of level) seen.add(key);
    const where = allOf(oneOf("delegatorKey", level), oneOf("state", openDelegationStates));
    const rows = await store.select("delegations", { where });
    found.push(...rows);
    level = [...new Set(rows.map((row) => row.delegateKey))].filter((key) => !seen.has(key));
  }
  return found;
}

async function circleRefused({ store }: CallContext, keys: readonly string[]): Promise<ServiceError> {
  const users = await selectUsers(store, "key", [...new Set(keys)]);
  const ids = new Map(users.map(({ key, id }) => [key, id]));
  const circle = keys.map((key) => ids.get(key) ?? key).join(" → ");
  const message = `This delegation would lead back to who delegates: ${circle}. End one of those in the circle first.`;
  return new ServiceError("DELEGATION_CIRCLE", { target: "delegateKey", message });
}
