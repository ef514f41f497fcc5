import { text, guid, time } from "./format/builders.ts";
import { resource, unique } from "./format/resource.ts";

/** Nodes of the installation, each with a database of its own. */
export const nodes = resource("nodes", {
  class: "shared",
  key: "key",
  entity: { type: "Node", key: "nodeKey" },
  properties: {
    key: guid().policy().shown("Key of the node."),
    id: text(40).searched().policy().shown("Name of the node."),
    description: text(400).optional().searched().shown("Display name."),
    registeredAt: time().shown("Time at which the node joined the installation."),
  },
  indexes: [unique("olderClaim", "id")],
  policies: {
    node: {},
  },
});
