import { allOf, eq, gt, oneOf } from "#domain/query/condition.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import type { AccountTree } from "./entries.ts";

const toSet = allOf(oneOf("act", ["set", "restore"]), eq("dependantKey", null));

/** Orders by which somebody may still set a password on an account itself: until the deadline of their last send, also where they have ended. */
export async function lateOrders(
  store: Pick<Store, "select">,
  accountKeys: readonly string[],
  now: number,
): Promise<readonly Row<"vaultOrders">[]> {
  if (accountKeys.length === 0) return [];
  const where = allOf(oneOf("managedAccountKey", [...new Set(accountKeys)]), gt("deadlineAt", now), toSet);
  return store.select("vaultOrders", { where });
}

/** Until when somebody may still set an uncertain entry of an account by one of these orders, or might have; null where none could. */
export function lateUntil({ account, entries }: AccountTree, orders: readonly Row<"vaultOrders">[]): number | null {
  const uncertain = new Set(entries.filter(({ status }) => status === "U").map(({ key }) => key));
  const moments = orders
    .filter(
      ({ act, dependantKey, managedAccountKey, entryKey }) =>
        managedAccountKey === account.key &&
        dependantKey === null &&
        (act === "restore" || (act === "set" && uncertain.has(entryKey ?? ""))),
    )
    .flatMap(({ deadlineAt }) => deadlineAt ?? []);
  return moments.length === 0 ? null : Math.max(...moments);
}
