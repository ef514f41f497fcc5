import { errorDefinitions } from "./error-definition.ts";

/** Errors of nodes and of what travels between them. */
export const nodeErrors = errorDefinitions({
  unauthenticated: {
    NODE_TOKEN_INVALID:
      "The token of the invitation is unknown, expired, used, or made for another node name. Create another one with 'gatehouse nodes invite'.",
  },
  forbidden: {
    NODE_PAUSED: "This node is paused, so it gets no changes. Resume it at another node with 'gatehouse nodes resume'.",
    NODE_EXPELLED:
      "This node was expelled from the installation for ever. Join with another name and an empty database.",
  },
  conflict: {
    NODE_OWN: "A node cannot pause, resume or expel itself. Call another node.",
    NODE_STATE:
      "The state of the node does not allow this: only a paused node is resumed, and an expelled one stays expelled.",
    NODE_NAME_TAKEN:
      "Another node has this name. Choose another NODE_NAME; an existing node joins again only with the keys that it had.",
    NODE_NOT_FRESH:
      "The database of this node is not fresh: it has rows of its own and was no node of this installation. Join with an empty database, after 'gatehouse migrate' and before 'gatehouse install' or 'gatehouse up'.",
    NODE_VERSION:
      "The nodes have different versions of the service. Install the version of the inviting node here, run 'gatehouse migrate', and join again.",
    NODE_VERSION_APART:
      "The nodes are more than one minor version apart, so they exchange nothing. Upgrade the older one, by one minor version at a time.",
    NODE_JOINING: "This node is still joining. Run 'gatehouse nodes join' again until it has everything.",
    NODE_MUST_REJOIN:
      "Changes that this node lacks have left the log of the other node. It may get them from another one. Otherwise join again: docs/nodes.md says how.",
    CONFLICT_SETTLED: "This conflict was decided already. Reload the list; a value that is lost later opens it again.",
    CONFLICT_ROW_GONE:
      "The row no longer exists, so the lost value has no place. Add the row again if it is needed, and accept the conflict.",
    CONFLICT_OF_SECRET:
      "The value is a secret: only that the two differ is known. Set the secret that you want where it is edited, and accept the conflict.",
    CONFLICT_VALUE_CHANGED:
      "The value has changed since the conflict was listed. Compare it with the lost value, set the one that you want where it is edited, and accept the conflict.",
    CONFLICT_NOT_REVERTIBLE:
      "This value cannot be written by reverting. Set the value that you want where it is edited, and accept the conflict.",
    TWIN_UNKNOWN:
      "This user does not have the ID of an older user, so there is nobody to merge with. 'gatehouse nodes twins' lists those that do.",
    TWIN_AT_WORK:
      "The user has open requests or check-outs, which name this user. Let them end, or cancel them, and merge then.",
    NODE_WITHOUT_KEYS: "This node has no keys yet. Run 'gatehouse install', or start it with 'gatehouse up'.",
    NODE_WITHOUT_ADDRESS:
      "The node has no address for other nodes. Set it: 'gatehouse nodes address', or PUBLIC_ADDRESS.",
  },
  unavailable: {
    NODE_AWAY: "The other node does not answer. Check that it runs and that its address is right.",
    NODE_STANDS_BY:
      "This node performs nothing at target systems: it was paused or expelled, or has not asked another node yet. 'gatehouse nodes status' says why.",
    NODE_ANSWER_REFUSED: "The answer of the other node was refused; nothing of it was applied.",
  },
});
