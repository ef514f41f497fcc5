import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import { withMemberships } from "#domain/requests/changed-memberships.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Authorization } from "../../kernel/subject.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Lack of room for operations without approval. */
interface NoRoom {
  /** Time at which there is room; null if never for this many together. */
  readonly roomAt: number | null;
  /** Limit of such operations for one user within 24 hours. */
  readonly most: number;
}

/**
 * Counts the operations of a new request that need no approval: all of one that is approved at once, otherwise none. Those of one user
 * within 24 hours are limited; superusers have no limit.
 * @throws SELF_APPROVED_MAX
 */
export async function countSelfApproved(
  context: CallContext,
  authorization: Authorization,
  operations: number,
): Promise<number> {
  const { caller } = context;
  // What the service submits by itself is nobody's own approval, and the audit has it.
  if (authorization !== "approved" || caller.kind !== "user") return 0;
  const noRoom = caller.superuser ? undefined : await lacksRoom(context, caller.key ?? "", operations);
  if (noRoom !== undefined) throw refused(context, operations, noRoom);
  return operations;
}

/**
 * Counts a request that waited for plug-ins and is approved as its phases open, so that no one was asked. Returns the reason if its
 * requester has no room for it today: its first phase does not open then, and a workflow manager decides.
 */
export async function boundSelfApproved(context: CallContext, request: Row<"reqbatch">): Promise<string | undefined> {
  if (request.selfApproved > 0) return undefined;
  const { store } = context;
  const where = { requestKey: request.key };
  const [decided] = await store.select("decisions", { where: { ...where, voidedAt: null }, limit: 1 });
  if (decided !== undefined) return undefined;
  const operations = withMemberships(await store.select("requestOperations", { where })).length;
  const noRoom = await lacksRoom(context, request.requesterKey, operations);
  if (noRoom === undefined) {
    await store.save("reqbatch", { key: request.key, selfApproved: operations });
    return undefined;
  }
  return `Nobody is asked about it, and SELF_APPROVED_PER_DAY lets one person ask for ${noRoom.most} such operations within 24 hours.`;
}

/** Returns the lack of room today for operations without approval; undefined if there is room, as always for superusers. */
async function lacksRoom(
  { store, settings, clock }: CallContext,
  requesterKey: string,
  operations: number,
): Promise<NoRoom | undefined> {
  const now = clock.now();
  // Concurrent submissions of one user see each other.
  const requester = await store.lock("users", requesterKey);
  if (requester?.superuser === true) return undefined;
  const before = await store.select("reqbatch", {
    where: allOf(eq("requesterKey", requesterKey), gt("createdAt", now - dayMs), gt("selfApproved", 0)),
    orderBy: [["createdAt", "asc"]],
  });
  const most = settings.selfApprovedPerDay;
  let over = before.reduce((sum, { selfApproved }) => sum + selfApproved, operations) - most;
  if (over <= 0) return undefined;
  const last = before.find(({ selfApproved }) => (over -= selfApproved) <= 0);
  return { roomAt: last === undefined ? null : last.createdAt + dayMs, most };
}

function refused({ clock }: CallContext, operations: number, { roomAt, most }: NoRoom): ServiceError {
  const target = "operations";
  if (roomAt !== null) {
    const retryAfterSeconds = Math.ceil((roomAt - clock.now()) / 1000);
    return new ServiceError("SELF_APPROVED_MAX", { target, retryAfterSeconds });
  }
  const message = `These are ${operations} operations of which nobody is asked, and one person may submit ${most} of them within 24 hours. Ask for fewer, or ask an administrator to raise SELF_APPROVED_PER_DAY or to name people who authorize them.`;
  return new ServiceError("LIMIT_EXCEEDED", { target, message });
}
