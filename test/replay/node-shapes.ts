import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { expelNode } from "#operations/nodes/change-nodes.ts";
import { replicationId, replicationWorkflow } from "#operations/nodes/engine/wake-replication.ts";
import { makeNodeKeys } from "#platform/nodes/node-keys.ts";
import { wakeWorkflow } from "#platform/temporal/outbox-dispatch.ts";
import { eventually } from "#test/support/journey.ts";

import type { HistoryShape } from "./shapes.ts";

/** Shapes of the workflow that pulls from another node. */
export const nodeShapes: Readonly<Record<string, HistoryShape>> = {
  "replicate-failed-expelled": {
    async run({ context, store, engine: { client } }) {
      const [key, name] = [context.ids.guid(), "n2"];
      const { signingKey, sealingKey } = makeNodeKeys();
      // Without an address each pull fails.
      await store.transaction(() =>
        store.save("nodes", { key, id: name, registeredAt: 0, signingKey, sealingKey, publicAddress: null }),
      );
      const workflowId = replicationId(name);
      await wakeWorkflow(client, { workflowType: replicationWorkflow, workflowId });
      await eventually("two failed pulls", async () => (await store.get("nodeLinks", name))?.failures === 2);
      await invoke(expelNode, context, engineCaller("load", "test"), { key });
      return workflowId;
    },
  },
};
