import { ownKeys } from "#operations/nodes/engine/own-node.ts";
import type { NodeKeys } from "#platform/nodes/node-keys.ts";

import { type Liar, openLiar } from "./liar.ts";
import { openTwoNodes, type RoomNode } from "./node-room.ts";

/** A node that asks another one at the address of a liar, who has the keys of that one. */
export interface LiedToNode {
  readonly honest: RoomNode;
  readonly asking: RoomNode;
  readonly liar: Liar;
  /** Keys of the honest node. */
  readonly keys: NodeKeys;
  close(): Promise<void>;
}

/** Opens two nodes, the second of which reaches a liar at the address of the first. */
export async function openLiedToNode(): Promise<LiedToNode> {
  const [honest, asking] = await openTwoNodes();
  const keys = await ownKeys(honest.context);
  if (keys === undefined) throw new Error("the node has no keys");
  const liar = await openLiar();
  const { store } = asking.context;
  const { key } = await asking.node("n1");
  await store.transaction(() => store.save("nodes", { key, publicAddress: liar.address }));
  return {
    honest,
    asking,
    liar,
    keys,
    async close() {
      liar.close();
      await asking.close();
      await honest.close();
    },
  };
}
