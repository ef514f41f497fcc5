import { objectKey } from "#platform/object-key.ts";
import type { Store } from "#store/store.ts";

const addedAtOnce = 500;
const owners = 1_000;

/** Adds accounts, each with a grant of its owner, in transactions as large as those of a discovery. */
export async function addAccounts(store: Pick<Store, "transaction" | "save">, accounts: number): Promise<void> {
  for (let from = 0; from < accounts; from += addedAtOnce)
    await store.transaction(async () => {
      for (let n = from; n < Math.min(accounts, from + addedAtOnce); n += 1) {
        const stableId = `id-${n}`;
        const key = objectKey({ type: "account", targetSystemKey: "T", stableId });
        const names = { longId: `cn=account ${n},ou=people`, shortId: `account${n}`, displayId: `Account ${n}` };
        await store.save("accounts", { key, targetSystemKey: "T", stableId, ...names, userKey: `user-${n % owners}` });
      }
    });
}

/** Returns the number of accounts. */
export const countAccounts = async (store: Pick<Store, "selectColumns">): Promise<number> =>
  (await store.selectColumns("accounts", ["key"], {})).length;
