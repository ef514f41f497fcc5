import { changesMax } from "#domain/node-limits.ts";
import { objectKey } from "#platform/object-key.ts";
import type { Answer } from "#store/replication/replication.ts";
import { StoreNode } from "#test/replication/store-node.ts";

const addedAtOnce = 500;
const owners = 1_000;

/** Measures how fast a node that joins takes the record of another one with many accounts, each with a grant of its owner. */
export async function measureJoin({ accounts }: { readonly accounts: number }): Promise<string> {
  const here = await StoreNode.make("n2", [], Date.now, { isWatched: false });
  const there = await StoreNode.make("n1", ["n1", "n2"], Date.now, { isWatched: false });
  try {
    await addAccounts(there, accounts);
    await there.store.replication.read(await here.store.replication.asking(there.name, 1));
    const spent = { reading: 0, wire: 0, taking: 0 };
    let rows = 0;
    const began = performance.now();
    const { taking } = here.store.replication;
    for (;;) {
      const place = await taking.place(there.name);
      if (place.phase === "done") break;
      const from = performance.now();
      const page = await there.store.replication.snapshot({ ...place, max: changesMax });
      const read = performance.now();
      const travelled = JSON.parse(JSON.stringify({ ...page, secrets: [] })) as Answer;
      const sent = performance.now();
      await taking.take({ ...travelled, secrets: page.secrets });
      spent.reading += read - from;
      spent.wire += sent - read;
      spent.taking += performance.now() - sent;
      rows += page.changes.length;
    }
    const seconds = (performance.now() - began) / 1_000;
    const parts = Object.entries(spent).map(([name, ms]) => `${name} ${(ms / 1_000).toFixed(1)} s`);
    return (
      `join of ${accounts} accounts: ${rows} rows in ${seconds.toFixed(1)} s (${parts.join(", ")}), ` +
      `${Math.round(rows / seconds)} rows/s, ${Math.round(accounts / seconds)} accounts/s`
    );
  } finally {
    await here.remove();
    await there.remove();
  }
}

async function addAccounts({ store }: StoreNode, accounts: number): Promise<void> {
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
