import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, anyOf, eq, gt, oneOf } from "#domain/query/condition.ts";
import { withDeadline } from "#domain/runs/steady-deadline.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import type { AccountTree } from "./entries.ts";

const toSet = allOf(oneOf("act", ["set", "restore"]), eq("dependantKey", null));
const toTell = oneOf("act", ["tell", "restore"]);

type Order = Row<"vaultOrders">;

/** Finder of orders of accounts that may still be performed: until the deadline of their last send, even after their end. */
type InFlightOf = (
  store: Pick<Store, "select" | "steadyTime">,
  accountKeys: readonly string[],
  now: number,
) => Promise<readonly Order[]>;

/** Finds orders by which a password may still be set on an account itself. */
export const ordersInFlight: InFlightOf = (store, accountKeys, now) =>
  inFlight(store, accountKeys, { now, what: toSet });

/** Finds orders by which another password may still be told to dependents of an account. */
export const updatesInFlight: InFlightOf = (store, accountKeys, now) =>
  inFlight(store, accountKeys, { now, what: toTell });

/**
 * Finds orders in flight by the time that has passed since they were sent, if it was counted then and is now: moving the clock ahead ends no
 * deadline, and moving it back extends none. Their `deadlineAt` is converted to the present clock.
 */
async function inFlight(
  store: Pick<Store, "select" | "steadyTime">,
  accountKeys: readonly string[],
  { now, what }: { readonly now: number; readonly what: Expression },
): Promise<readonly Order[]> {
  if (accountKeys.length === 0) return [];
  const passed = store.steadyTime.least();
  const byClock = gt("deadlineAt", now);
  const isInFlight =
    passed === null ? byClock : anyOf(allOf(eq("steadyDeadline", null), byClock), gt("steadyDeadline", passed));
  const where = allOf(oneOf("managedAccountKey", [...new Set(accountKeys)]), isInFlight, what);
  const orders = await store.select("vaultOrders", { where });
  return orders.map(withDeadline(passed, now));
}

/** Returns the time until which an uncertain entry of an account may still be set by one of these orders; null if none can. */
export function inFlightUntil({ account, entries }: AccountTree, orders: readonly Row<"vaultOrders">[]): number | null {
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
