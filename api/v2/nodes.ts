import type { EntitySet } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";

/** The nodes of the installation, each with a database of its own. */
export const nodes: EntitySet = {
  name: "nodes",
  source: "nodes",
  key: { parameter: "nodeKey", property: "key", kind: "guid" },
  type: entityType("Node", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    id: { type: "Edm.String", access: "read", description: "Its name." },
    description: { type: "Edm.String", nullable: true, access: "read", description: "What people call it." },
    registeredAt: { type: "Edm.DateTimeOffset", access: "read", description: "When it joined the installation." },
  }),
  list: { policy: "nodes_get_list" },
  get: { policy: "nodes_get" },
};
