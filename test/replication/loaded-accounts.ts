import { objectKey } from "#platform/object-key.ts";

import type { OpenSets } from "./open-sets.ts";

const owners = 1_000;
const addedAtOnce = 500;

/** Returns the values of the nth account, which one of a thousand people owns. */
export function accountAt(n: number) {
  const stableId = `id-${n}`;
  return {
    key: objectKey({ type: "account", targetSystemKey: "T", stableId }),
    targetSystemKey: "T",
    stableId,
    longId: `cn=account ${n},ou=people`,
    shortId: `account${n}`,
    displayId: `Account ${n}`,
    userKey: `user-${n % owners}`,
  };
}

const names = Object.keys(accountAt(0));
const sources = names.map((name) => ({ name, type: "text" }) as const);
const columns = Object.fromEntries(names.map((name) => [name, `j.\`${name}\``]));

/** Adds accounts, each with a grant of its owner, by statements over sets of rows, as the load of a discovery does. */
export async function loadAccounts({ database, sets }: OpenSets, from: number, count: number): Promise<void> {
  for (let at = from; at < from + count; at += addedAtOnce) {
    const rows = Array.from({ length: Math.min(addedAtOnce, from + count - at) }, (_, n) =>
      Object.values(accountAt(at + n)),
    );
    const source = { text: database.dialect.jsonRows(sources), values: [JSON.stringify(rows)] };
    await database.transactions.run(() => sets.insert({ table: "accounts", columns, source }));
  }
}
