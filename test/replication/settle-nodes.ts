import { expect } from "vitest";

import { pullChanges } from "#operations/nodes/pull-changes.ts";

import type { RoomNode } from "./node-room.ts";

/** Pulls at both nodes until neither has anything more. */
export async function settleNodes(first: RoomNode, second: RoomNode): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    const one = await second.run(pullChanges, { name: first.name, waitSeconds: 0 });
    const two = await first.run(pullChanges, { name: second.name, waitSeconds: 0 });
    expect([one.held, two.held]).toEqual([0, 0]);
    if (one.isCaughtUp && two.isCaughtUp) return;
  }
  throw new Error("the nodes do not come to rest");
}
