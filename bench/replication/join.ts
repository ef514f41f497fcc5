import { snapshotRowsMax } from "#domain/node-limits.ts";
import type { Answer } from "#store/replication/replication.ts";
import { joinByInvitation } from "#test/replication/node-room.ts";
import { StoreNode } from "#test/replication/store-node.ts";

import { addAccounts, countAccounts } from "./accounts.ts";
import { openTwoNodes } from "./linked-nodes.ts";

const wantedPerSecond = 10_000;
const secondMs = 1_000;

/** Measures how fast a node that joins takes the record of another one with many accounts, each with a grant of its owner. */
export async function measureJoin({ accounts }: { readonly accounts: number }): Promise<string> {
  const here = await StoreNode.make("n2", [], Date.now, { isWatched: false });
  const there = await StoreNode.make("n1", ["n1", "n2"], Date.now, { isWatched: false });
  try {
    await addAccounts(there.store, accounts);
    await there.store.replication.read(await here.store.replication.asking(there.name, 1));
    const spent = { reading: 0, wire: 0, taking: 0 };
    let rows = 0;
    const began = performance.now();
    const { taking } = here.store.replication;
    for (;;) {
      const place = await taking.place(there.name);
      if (place.phase === "done") break;
      const from = performance.now();
      const page = await there.store.replication.snapshot({ ...place, max: snapshotRowsMax });
      const read = performance.now();
      const travelled = JSON.parse(JSON.stringify({ ...page, secrets: [] })) as Answer;
      const sent = performance.now();
      await taking.take({ ...travelled, secrets: page.secrets });
      spent.reading += read - from;
      spent.wire += sent - read;
      spent.taking += performance.now() - sent;
      rows += page.changes.length;
    }
    const seconds = (performance.now() - began) / secondMs;
    const parts = Object.entries(spent).map(([name, ms]) => `${name} ${(ms / secondMs).toFixed(1)} s`);
    return (
      `join of ${accounts} accounts: ${rows} rows in ${seconds.toFixed(1)} s (${parts.join(", ")}), ` +
      `${Math.round(rows / seconds)} rows/s, ${Math.round(accounts / seconds)} accounts/s (wanted ${wantedPerSecond})`
    );
  } finally {
    await here.remove();
    await there.remove();
  }
}

/** Measures the same over HTTP, with the work of both nodes in one process: from the token of the invitation to a node that serves. */
export async function measureJoinOverHttp({ accounts }: { readonly accounts: number }): Promise<string> {
  const { first, second, close } = await openTwoNodes();
  try {
    const { store } = first.context;
    await addAccounts(store, accounts);
    // The first call makes the log complete; that is done once, however many nodes join.
    await store.replication.read(await second.context.store.replication.asking(first.name, 1));
    const began = performance.now();
    await joinByInvitation(first, second);
    const seconds = (performance.now() - began) / secondMs;
    const arrived = await countAccounts(second.context.store);
    if (arrived !== accounts) throw new Error(`${arrived} of ${accounts} accounts have arrived`);
    return (
      `join of ${accounts} accounts over HTTP, both nodes in one process: ${seconds.toFixed(1)} s, ` +
      `${Math.round(accounts / seconds)} accounts/s`
    );
  } finally {
    await close();
  }
}
