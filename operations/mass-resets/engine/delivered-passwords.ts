import type { Secret } from "#connectors/contract/index.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { readyOf } from "./deliver.ts";
import { passwordOf } from "./items.ts";

/** A new password as its reader gets it. */
export interface DeliveredPassword {
  readonly targetSystemKey: string;
  readonly accountName: string;
  readonly password: Secret;
}

/** Returns the passwords of a delivery for one person, without those of accounts that are no longer theirs. */
export async function deliveredPasswords(
  { store }: CallContext,
  delivery: Row<"passwordDeliveries">,
): Promise<readonly DeliveredPassword[]> {
  const rows = await store.select("massResetAccounts", {
    where: readyOf(delivery),
    orderBy: [
      ["targetSystemKey", "asc"],
      ["accountName", "asc"],
      ["key", "asc"],
    ],
  });
  const keys = rows.map(({ accountKey }) => accountKey);
  const accounts = await store.select("accounts", { where: oneOf("key", keys) });
  const moved = new Set(accounts.filter(({ userKey }) => userKey !== delivery.userKey).map(({ key }) => key));
  return rows.flatMap((row) => {
    const { targetSystemKey, accountName } = row;
    const password = moved.has(row.accountKey) ? undefined : passwordOf(store, row);
    return password === undefined ? [] : [{ targetSystemKey, accountName, password }];
  });
}
