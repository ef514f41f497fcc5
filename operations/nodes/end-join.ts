import { ServiceError } from "#domain/errors.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { ownNode } from "./engine/own-node.ts";

/**
 * Ends the joining of this node, which has fetched everything: it takes part from now on.
 * @throws NODE_JOINING if its own row has not come yet
 */
export const endJoin = defineOperation({
  name: "nodes.endJoin",
  callers: ["engine"],
  audit: { operation: "NDAD" },
  async run(context) {
    const node = await ownNode(context);
    if (node === undefined) throw new ServiceError("NODE_JOINING");
    if (node.state === "joining")
      await context.store.save("nodes", { key: node.key, state: "active", schemaVersion: schemaVersion() });
    return { name: node.id };
  },
});
