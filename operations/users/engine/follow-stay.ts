import { momentWaitMsMax } from "#domain/engine-limits.ts";
import { hasEnded } from "#domain/identity/presence.ts";
import { isEndToTell, nextStayMoment } from "#domain/identity/stay-moments.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { beginLeaving, hasBegunLeaving } from "./begin-leaving.ts";
import { noticeMove } from "./notice-move.ts";

type User = Row<"users">;

const dayMs = 86_400_000;

/** Sets the moment of a user to now, so that a hub looks at the user at once, in the current transaction, after a change of start, end or place. */
export function lookAtUser({ store, clock }: Pick<CallContext, "store" | "clock">, key: string): Promise<void> {
  return store.moments.set({ key, kind: "user", at: clock.now() });
}

/**
 * Brings up to a locked user what depends on start, end and place, in the current transaction: it begins leaving when the end has come,
 * notifies of an end that is near and of a move, has requests that wait for the start look at it, and schedules the next look.
 */
export async function followStay(context: CallContext, user: User): Promise<void> {
  const { store, clock, settings } = context;
  const now = clock.now();
  const noticeMs = settings.endNoticeDays * dayMs;
  let hasLeft = await hasBegunLeaving(context, user);
  let { endToldFor } = user;
  if (hasEnded(user, now) && !hasLeft) {
    await beginLeaving(context, user);
    await auditLeft(context, user);
    hasLeft = true;
  }
  if (noticeMs > 0 && isEndToTell({ ...user, hasLeft }, now, noticeMs)) {
    await tellEnd(context, user);
    endToldFor = user.endsAt;
  }
  await lookAtScheduled(context, user);
  await noticeMove(context, user);
  const next = nextStayMoment({ ...user, endToldFor, hasLeft }, now, noticeMs);
  if (next !== null)
    await store.moments.set({ key: user.key, kind: "user", at: Math.min(next, now + momentWaitMsMax) });
}

/** Notifies a person, the sponsor and the manager of the end that comes. */
async function tellEnd(context: CallContext, { key, endsAt, sponsorKey, managerKey }: User): Promise<void> {
  const to = [key, sponsorKey, managerKey].flatMap((one) => one ?? []);
  const days = Math.ceil(((endsAt ?? 0) - context.clock.now()) / dayMs);
  notice(context, "endsSoon", { requestKey: null, to, facts: { leaverKey: key, days } });
  await context.store.save("users", { key, endToldFor: endsAt });
}

/** Has the requests look again that wait for the start of a person. */
async function lookAtScheduled({ store, clock }: CallContext, { key: recipientKey }: User): Promise<void> {
  const waiting = await store.select("reqbatch", { where: { recipientKey, status: RequestStatus.Scheduled } });
  for (const { key } of waiting) await store.moments.set({ key, kind: "request", at: clock.now() });
}

function auditLeft({ store, caller }: CallContext, { key }: User): Promise<void> {
  const { sessid, requestId } = caller;
  const message = "the end has come";
  return store.audit({ sessid, requestId, operation: "USLV", result: "S", actor: caller.id, recipient: key, message });
}
