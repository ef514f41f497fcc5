import { expect, test } from "vitest";

import { orderSources } from "#operations/tables/order-sources.ts";
import { secretOf } from "#operations/vault/engine/entries.ts";

import { openSourceRoom } from "../support/order-source-contract.ts";
import { testSize } from "../support/test-size.ts";
import { openVaultOrder } from "../support/vault-room.ts";
import { StoreNode } from "./store-node.ts";

const rounds = testSize(20, 200);
const other = "other";
/** Times that a proxy asks for an order until the other node has been asked. */
const asksMax = 5;

/**
 * Returns the number of passwords that are lost if the disk of a node burns right after their target systems have taken them: those that
 * the other node cannot open at that moment. The other node fetches changes after every other hand-out that was tried.
 */
async function lostWith(acknowledgedBy: number): Promise<number> {
  const { room, local } = await openSourceRoom(orderSources);
  const { store, clock, context } = room;
  const node = await StoreNode.make(other, [store.node, other], () => clock.now());
  let lost = 0;
  let asked = 0;
  const pull = async () => {
    await node.store.replication.apply(
      await store.replication.read(await node.store.replication.asking(store.node, 5_000)),
    );
  };
  try {
    Object.assign(context.settings, { vaultAcknowledgedBy: acknowledgedBy });
    await store.transaction(() => store.save("nodes", { key: "node-other", id: other, registeredAt: 1 }));
    await pull();
    for (let round = 0; round < rounds; round += 1) {
      const { orderKey, newKey } = await openVaultOrder(room, "T1");
      let taken: string | undefined;
      for (let ask = 0; ask < asksMax && taken === undefined; ask += 1) {
        const [order] = await local.orders([`vault:${orderKey}`]);
        taken = order?.password?.use((plain) => plain);
        asked += 1;
        if (taken === undefined || asked % 2 === 0) await pull();
        clock.advance(100);
      }
      expect(taken).toBeDefined();
      const kept = await node.store.get("vaultEntries", newKey);
      const opened = kept && secretOf(node.store, kept).use((plain) => plain);
      if (opened !== taken) lost += 1;
    }
    return lost;
  } finally {
    await node.remove();
    await room.close();
  }
}

test(`a disk that burns right after the target has taken a password, ${rounds} times, loses none that another node has acknowledged`, async () => {
  expect(await lostWith(2)).toBe(0);
});

test("with one acknowledgement it loses those that the other node has not fetched yet", async () => {
  const lost = await lostWith(1);
  console.log(`${lost} of ${rounds} passwords were on the burned disk alone`);
  expect(lost).toBeGreaterThan(0);
});
