import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";

import type { CallContext } from "../../context.ts";
import type { Authorization } from "./open-phases.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * How many operations of a new request nobody is asked about: all of one that is approved as it is submitted, otherwise none. Those
 * of one person within 24 hours are bounded; superusers are not.
 * @throws SELF_APPROVED_MAX
 */
export async function countSelfApproved(
  context: CallContext,
  authorization: Authorization,
  operations: number,
): Promise<number> {
  if (authorization !== "approved") return 0;
  if (!context.caller.superuser) await requireWithinDay(context, operations);
  return operations;
}

async function requireWithinDay(context: CallContext, operations: number): Promise<void> {
  const { store, settings, clock, caller } = context;
  const now = clock.now();
  const requesterKey = caller.key ?? "";
  // Of what a person submits side by side each sees what the others have submitted.
  await store.lock("users", requesterKey);
  const before = await store.select("reqbatch", {
    where: allOf(eq("requesterKey", requesterKey), gt("createdAt", now - dayMs), gt("selfApproved", 0)),
    orderBy: [["createdAt", "asc"]],
  });
  const most = settings.selfApprovedPerDay;
  let over = before.reduce((sum, { selfApproved }) => sum + selfApproved, operations) - most;
  if (over <= 0) return;
  const last = before.find(({ selfApproved }) => (over -= selfApproved) <= 0);
  if (last === undefined) throw tooManyAtOnce(operations, most);
  const waitMs = last.createdAt + dayMs - now;
  throw new ServiceError("SELF_APPROVED_MAX", { target: "operations", retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/** No wait makes room for so many. */
function tooManyAtOnce(operations: number, most: number): ServiceError {
  const message = `These are ${operations} operations of which nobody is asked, and one person may submit ${most} of them within 24 hours. Ask for fewer, or ask an administrator to raise SELF_APPROVED_PER_DAY or to name people who authorize them.`;
  return new ServiceError("LIMIT_EXCEEDED", { target: "operations", message });
}
