import type { Store } from "#store/store.ts";
import { accountAt } from "#test/replication/loaded-accounts.ts";

const addedAtOnce = 500;

/** Adds accounts, each with a grant of its owner, in transactions as large as those of a discovery. */
export async function addAccounts(store: Pick<Store, "transaction" | "save">, accounts: number): Promise<void> {
  for (let from = 0; from < accounts; from += addedAtOnce)
    await store.transaction(async () => {
      for (let n = from; n < Math.min(accounts, from + addedAtOnce); n += 1) await store.save("accounts", accountAt(n));
    });
}

/** Returns the number of accounts. */
export const countAccounts = async (store: Pick<Store, "selectColumns">): Promise<number> =>
  (await store.selectColumns("accounts", ["key"], {})).length;
