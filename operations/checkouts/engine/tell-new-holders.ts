import { namedHoldersMax } from "#domain/checkout-limits.ts";
import type { CheckoutRight } from "#domain/checkouts/checkout-rights.ts";
import { listedKeys } from "#domain/notices/listed-keys.ts";
import type { HolderWay } from "#domain/notices/notice-kinds.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { RowChange } from "#store/changes/change.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { overseersOf } from "../../secret-ways/overseers-of.ts";

/** People who have come to rights together, and by which way. */
interface NewHolders {
  readonly way: HolderWay;
  /** The first of them. */
  readonly first: readonly string[];
  readonly count: number;
}

type GivenRight = Pick<Row<"checkoutRights">, "policyId" | "right" | "userClassId">;

/**
 * Notifies the persons responsible for the accounts under a policy of users who have got a permission for their passwords, of its grantor
 * and its way: one notice for each permission, for any number of users. The grantor is not notified.
 */
export async function tellNewHolders(context: CallContext, changes: readonly RowChange[]): Promise<void> {
  await tellOfMembers(context, changes);
  for (const { table, operation, after } of changes) {
    if (table !== "checkoutRights" || operation !== "insert") continue;
    const right = after as unknown as GivenRight;
    const holders = await membersOf(context, right.userClassId);
    if (holders.count > 0) await tell(context, right, holders);
  }
}

async function tellOfMembers(context: CallContext, changes: readonly RowChange[]): Promise<void> {
  const members = changes.filter(({ table, operation }) => table === "userClassMembers" && operation === "insert");
  const byClass = Map.groupBy(members, ({ after }) => String(after["userClassId"]));
  if (byClass.size === 0) return;
  const rights = await context.store.select("checkoutRights", { where: oneOf("userClassId", [...byClass.keys()]) });
  for (const right of rights) {
    const ways = Map.groupBy(byClass.get(right.userClassId) ?? [], ({ after }) => Boolean(after["byCondition"]));
    for (const [isChosen, come] of ways) {
      const first = come.slice(0, namedHoldersMax).map(({ after }) => String(after["userKey"]));
      await tell(context, right, { way: isChosen ? "byCondition" : "byMember", first, count: come.length });
    }
  }
}

async function membersOf({ store }: CallContext, userClassId: string): Promise<NewHolders> {
  const where = { userClassId };
  const members = await store.select("userClassMembers", { where, orderBy: [["key", "asc"]], limit: namedHoldersMax });
  const first = members.map(({ userKey }) => userKey);
  return { way: "byRight", first, count: await store.count("userClassMembers", where) };
}

async function tell(
  context: CallContext,
  { policyId, right }: { readonly policyId: string; readonly right: CheckoutRight },
  { way, first, count }: NewHolders,
): Promise<void> {
  const { caller } = context;
  const giverKey = caller.kind === "user" ? (caller.key ?? "") : "";
  notice(context, "rightGiven", {
    requestKey: null,
    to: await overseersOf(context, policyId, [giverKey]),
    facts: { giverKey, right, way, holders: listedKeys(first), moreHolders: count - first.length },
  });
}
