import type { Secret } from "#connectors/contract/index.ts";
import { massResetLateMs } from "#domain/mass-reset-limits.ts";
import { isStranded } from "#domain/runs/stranded.ts";
import type { Store } from "#store/store.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Row of a mass reset about one account. */
export type Item = Row<"massResetAccounts">;

/** Source of the orders of mass resets: the prefix of their keys. */
export const massResetSource = "mass";

const sealedAt = (key: string) => ({ table: "massResetAccounts", column: "password", key }) as const;

/** Returns the sealed password of a row. */
export function sealedPassword(store: Pick<Store, "seal">, key: string, secret: Secret): string {
  return store.seal(secret, sealedAt(key));
}

/** Returns the password of a row; undefined if it has none. */
export function passwordOf(
  store: Pick<Store, "unseal">,
  { key, password }: Pick<Item, "key" | "password">,
): Secret | undefined {
  return password === null ? undefined : store.unseal(password, sealedAt(key));
}

/** Returns the columns of a sent row; they clear the rest of an earlier attempt, which must not pass for the outcome of this one. */
export function sent(
  sends: number,
  { clock, store }: Pick<CallContext, "clock" | "store">,
): Omit<Save<"massResetAccounts">, "key"> {
  return {
    sends,
    nextTryAt: null,
    errorCode: null,
    message: null,
    outcomeSignature: null,
    deadlineAt: clock.now() + massResetLateMs,
    steadyDeadline: store.steadyTime.endOf(massResetLateMs),
  };
}

/** Reports whether a row is held by a process of its proxy that is gone. */
export function isHeldByDead(item: Item, begunAt: number): boolean {
  return isStranded(item, begunAt, massResetLateMs);
}
