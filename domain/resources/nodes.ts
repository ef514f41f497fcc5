import { nodeStates } from "../node-states.ts";
import { integer, longText, oneOf, text, guid, time } from "./format/builders.ts";
import { resource, unique } from "./format/resource.ts";

const publicKeyCharacters = 43;

/** Nodes of the installation, each with a database of its own. */
export const nodes = resource("nodes", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "Node", key: "nodeKey" },
  properties: {
    key: guid().policy().shown("Key of the node."),
    id: text(40).searched().policy().shown("Name of the node."),
    description: text(400).optional().changed().searched().shown("Display name."),
    registeredAt: time().shown("Time at which the node joined the installation."),
    publicAddress: longText()
      .optional()
      .changed()
      .format("nodeAddress")
      .searched()
      .policy()
      .label("Address")
      .shown("Address at which other nodes reach it: https, or http on this machine; null if it has none."),
    state: oneOf(nodeStates)
      .initially("active")
      .policy()
      .shown("State of the node: active, joining, paused or expelled."),
    signingKey: text(publicKeyCharacters)
      .optional()
      .label("Signing key")
      .shown("Public half of the Ed25519 key by which the node signs, as base64url; null if it has none."),
    sealingKey: text(publicKeyCharacters)
      .optional()
      .label("Sealing key")
      .shown(
        "Public half of the X25519 key to which secrets are sealed for the node, as base64url; null if it has none.",
      ),
    schemaVersion: integer()
      .optional()
      .label("Schema version")
      .shown("Number of the latest change of the node's database schema; null if it is not known."),
  },
  indexes: [unique("olderClaim", "id")],
  policies: {
    node: {},
  },
});
