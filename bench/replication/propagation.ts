import { waitMaxSeconds } from "#domain/node-limits.ts";
import { pullChanges } from "#operations/nodes/pull-changes.ts";
import { joinByInvitation, openNode, type RoomNode } from "#test/replication/node-room.ts";

const wantedMs = 100;
const most = 0.95;
const half = 0.5;

/** Measures the time from the commit of a change at one node to its commit at another, which asks over HTTP as a hub does. */
export async function measurePropagation({ changes }: { readonly changes: number }): Promise<string> {
  const first = await openNode("n1", { isReal: true });
  const second = await openNode("n2", { isReal: true, isInstalled: false });
  let isOver = false;
  try {
    await joinByInvitation(first, second);
    const pulling = pullOn(second, () => isOver);
    const times: number[] = [];
    for (let n = 0; n < changes; n += 1) times.push(await propagated(first, second, `p${n}`));
    isOver = true;
    await change(first, "last");
    await pulling;
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(1);
    return `propagation of ${changes} changes: p50 ${at(half)} ms, p95 ${at(most)} ms (wanted at most ${wantedMs})`;
  } finally {
    await second.close();
    await first.close();
  }
}

async function pullOn(node: RoomNode, isOver: () => boolean): Promise<void> {
  while (!isOver()) await node.run(pullChanges, { name: "n1", waitSeconds: waitMaxSeconds });
}

const change = ({ context: { store } }: RoomNode, key: string) =>
  store.transaction(() => store.save("userPlaces", { key, department: "there" }));

async function propagated(from: RoomNode, to: RoomNode, key: string): Promise<number> {
  const arrived = new Promise<number>((resolve) => {
    const unfollow = to.context.store.changeLog.onCommit((one) => {
      if (one.key !== key) return;
      unfollow();
      resolve(performance.now());
    });
  });
  await change(from, key);
  const committed = performance.now();
  return (await arrived) - committed;
}
