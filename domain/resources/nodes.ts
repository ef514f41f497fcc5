import { text, guid, time } from "./format/builders.ts";
import { resource, unique } from "./format/resource.ts";

/** Nodes of the installation, each with a database of its own. */
export const nodes = resource("nodes", {
  class: "shared",
  key: "key",
  entity: { type: "Node", key: "nodeKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    id: text(40).searched().policy().shown("Its name."),
    description: text(400).optional().searched().shown("What people call it."),
    registeredAt: time().shown("When it joined the installation."),
  },
  indexes: [unique("id")],
  policies: {
    node: {},
  },
});
