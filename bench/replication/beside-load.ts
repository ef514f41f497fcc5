import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import type { RoomNode } from "#test/replication/node-room.ts";

import { countAccounts } from "./accounts.ts";
import { linkNodes, percentiles, propagated } from "./linked-nodes.ts";

const pauseMs = 100;
const wantedMs = 2_000;
const secondMs = 1_000;
const loading = fileURLToPath(new URL("loading.ts", import.meta.url));

/**
 * Measures the time from the commit of a small edit at one node to its commit at another, while another process of the first one adds
 * accounts by statements over 500 of them, as a discovery does.
 */
export async function measureBesideLoad({ loaded }: { readonly loaded: number }): Promise<string> {
  const { first, second, link, close } = await linkNodes();
  try {
    const unlink = link();
    const began = performance.now();
    const state = { isLoaded: false };
    const load = loadInto(first, loaded).finally(() => (state.isLoaded = true));
    const edits: Promise<number>[] = [];
    do {
      edits.push(propagated(first, second, `beside${edits.length}`));
      await sleep(pauseMs);
    } while (!state.isLoaded);
    await load;
    const took = performance.now() - began;
    const times = await Promise.all(edits);
    await unlink();
    const arrived = await countAccounts(second.context.store);
    if (arrived !== loaded) throw new Error(`${arrived} of ${loaded} accounts have arrived`);
    return (
      `small edits beside a load of ${loaded} accounts in ${(took / secondMs).toFixed(1)} s: ${times.length} edits, ` +
      `${percentiles(times)} (p95 wanted at most ${wantedMs}), longest ${Math.max(...times).toFixed(1)} ms`
    );
  } finally {
    await close();
  }
}

/** Lets a process of its own load accounts into the database of a node. */
async function loadInto({ databaseUrl, name }: RoomNode, accounts: number): Promise<void> {
  const child = fork(loading, [databaseUrl, name, String(accounts)]);
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`the load ended with ${code}`);
}
