import { type MoveChange, moveChanges } from "#domain/identity/move-review.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { openMoveReview } from "./move-reviews.ts";

/** Profile attribute that names the department. */
const departmentAttribute = "department";

type User = Row<"users">;
type Place = Pick<Row<"userPlaces">, "managerKey" | "department">;

/**
 * Notices in the current transaction that the manager or the department of a locked user is another than when last noticed: the move is
 * audited, and a review of what the person keeps is opened; without anything to review the manager is notified. The first place of a person is
 * no move.
 */
export async function noticeMove(context: CallContext, user: User): Promise<void> {
  const { store, caller } = context;
  const place = { managerKey: user.managerKey, department: await departmentOf(context, user.key) };
  const before = await store.get("userPlaces", user.key);
  const changed = before === undefined ? [] : changesOf(before, place);
  if (before !== undefined && changed.length === 0) return;
  await store.save("userPlaces", { key: user.key, ...place });
  if (changed.length === 0) return;
  const review = await openMoveReview(context, { user, changes: changed });
  const facts = { moverKey: user.key };
  if (review === undefined) {
    const to = [user.managerKey].flatMap((key) => key ?? []);
    notice(context, "moved", { requestKey: null, to, facts });
  } else {
    const to = [review.reviewerKey].flatMap((key) => key ?? []);
    notice(context, "moveReviewOpened", { requestKey: null, to, facts });
  }
  await store.audit({
    sessid: caller.sessid,
    operation: "USMV",
    result: "S",
    actor: caller.id,
    recipient: user.key,
    requestId: caller.requestId,
    message: changed.join(", "),
  });
}

function changesOf(before: Place, now: Place): readonly MoveChange[] {
  return moveChanges.filter((name) => before[name] !== now[name]);
}

/** Returns the first department of a user; null if none fits the column. */
async function departmentOf({ store }: CallContext, userKey: string): Promise<string | null> {
  const where = { userKey, name: departmentAttribute, sequence: 0 };
  const [attribute] = await store.select("userAttributes", { where, limit: 1 });
  const value = attribute?.value ?? null;
  return value === null ? null : value.slice(0, departmentMaxCharacters);
}

const departmentMaxCharacters = 190;
