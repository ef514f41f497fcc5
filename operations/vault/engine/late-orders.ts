import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, anyOf, eq, gt, oneOf } from "#domain/query/condition.ts";
import { withDeadline } from "#domain/runs/steady-deadline.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import type { AccountTree } from "./entries.ts";

const toSet = allOf(oneOf("act", ["set", "restore"]), eq("dependantKey", null));
const toTell = oneOf("act", ["tell", "restore"]);

type Order = Row<"vaultOrders">;

/** Orders of accounts that somebody may still carry out: until the deadline of their last send, also where they have ended. */
type LateOf = (
  store: Pick<Store, "select" | "steadyTime">,
  accountKeys: readonly string[],
  now: number,
) => Promise<readonly Order[]>;

/** Orders by which somebody may still set a password on an account itself. */
export const lateOrders: LateOf = (store, accountKeys, now) => lateOf(store, accountKeys, { now, what: toSet });

/** Orders by which somebody may still tell what depends on an account another password. */
export const lateTellings: LateOf = (store, accountKeys, now) => lateOf(store, accountKeys, { now, what: toTell });

/**
 * By the time that has passed since they were sent, where it was counted then and is now: a clock that is put ahead ends no deadline, and one that
 * is put back makes none longer. Their `deadlineAt` is given as the clock stands now.
 */
async function lateOf(
  store: Pick<Store, "select" | "steadyTime">,
  accountKeys: readonly string[],
  { now, what }: { readonly now: number; readonly what: Expression },
): Promise<readonly Order[]> {
  if (accountKeys.length === 0) return [];
  const passed = store.steadyTime.least();
  const byClock = gt("deadlineAt", now);
  const isLate =
    passed === null ? byClock : anyOf(allOf(eq("steadyDeadline", null), byClock), gt("steadyDeadline", passed));
  const where = allOf(oneOf("managedAccountKey", [...new Set(accountKeys)]), isLate, what);
  const late = await store.select("vaultOrders", { where });
  return late.map(withDeadline(passed, now));
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
