import { waitMaxSeconds } from "#domain/node-limits.ts";
import { pullChanges } from "#operations/nodes/pull-changes.ts";
import { joinByInvitation, openNode, type RoomNode } from "#test/replication/node-room.ts";

/** Two nodes, the second of which has joined the first and asks it over HTTP as a hub does, while it is to. */
export interface LinkedNodes {
  readonly first: RoomNode;
  readonly second: RoomNode;
  /** Lets the second node ask until the returned function is called, which makes a last edit and waits until it has arrived, and all of a load. */
  link(): () => Promise<void>;
  close(): Promise<void>;
}

/** Opens an installed node and one with an empty database. */
export async function openTwoNodes(): Promise<Omit<LinkedNodes, "link">> {
  const options = { isReal: true, isWatched: false, follow: true };
  const first = await openNode("n1", options);
  const second = await openNode("n2", { ...options, isInstalled: false });
  return {
    first,
    second,
    async close() {
      await second.close();
      await first.close();
    },
  };
}

/** Opens two nodes, and lets the second one join the first. */
export async function linkNodes(): Promise<LinkedNodes> {
  const { first, second, close } = await openTwoNodes();
  await joinByInvitation(first, second);
  let ends = 0;
  return {
    first,
    second,
    link() {
      let isOver = false;
      const pulling = pullOn(second, () => isOver);
      return async () => {
        const key = `end${(ends += 1)}`;
        const arrived = arrivalAt(second, key).then(() => (isOver = true));
        await editPlace(first, key);
        await Promise.all([arrived, pulling]);
      };
    },
    close,
  };
}

async function pullOn(node: RoomNode, isOver: () => boolean): Promise<void> {
  for (let isLoading = true; isLoading || !isOver();)
    ({ isLoading } = await node.run(pullChanges, { name: "n1", waitSeconds: isLoading ? 0 : waitMaxSeconds }));
}

/** Makes a small edit at a node. */
export async function editPlace({ context: { store } }: RoomNode, key: string, department = "there"): Promise<void> {
  await store.transaction(() => store.save("userPlaces", { key, department }));
}

/** Returns the time of `performance.now()` at which a change of a row is committed at a node. */
function arrivalAt({ context: { store } }: RoomNode, key: string): Promise<number> {
  return new Promise((resolve) => {
    const unfollow = store.changeLog.onCommit((one) => {
      if (one.key !== key) return;
      unfollow();
      resolve(performance.now());
    });
  });
}

/** Makes a small edit at a node, and returns the milliseconds from its commit to that at another node. */
export async function propagated(from: RoomNode, to: RoomNode, key: string): Promise<number> {
  const arrived = arrivalAt(to, key);
  await editPlace(from, key);
  const committed = performance.now();
  return (await arrived) - committed;
}

const most = 0.95;
const half = 0.5;

/** Returns in words the median of times in milliseconds, and the one that 95 % of them do not exceed. */
export function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(1);
  return `p50 ${at(half)} ms, p95 ${at(most)} ms`;
}
