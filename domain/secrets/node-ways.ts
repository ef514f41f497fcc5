import type { SecretWay } from "./secret-way.ts";

const pinned = ["nodeLinks.signingKey", "nodeLinks.sealingKey"];
const known: SecretWay["secrets"] = {
  managedPassword: {
    by: ["outside"],
    because: "Only the service itself pins the keys of a node, as the row of a node that has joined has them.",
  },
};

/** Operations that can redirect secrets to other nodes, which get all of them. */
export const nodeWays = {
  "nodes.invite": {
    writes: ["nodeInvitations.tokenHash"],
    secrets: {
      managedPassword: { by: ["needsRight"], because: "A node is invited under the policy nodes_post_invite." },
    },
  },
  "nodes.join": {
    writes: ["nodes.signingKey", "nodes.sealingKey", ...pinned],
    secrets: {
      managedPassword: {
        by: ["needsRight"],
        because: "It takes the token of an invitation, which was given under that policy.",
      },
    },
  },
  "nodes.beginJoin": {
    writes: pinned,
    secrets: { managedPassword: { by: ["outside"], because: "A node joins by the command line alone." } },
  },
  "nodes.answerBlockCheck": { writes: pinned, secrets: known },
  "nodes.giveChanges": { writes: pinned, secrets: known },
  "nodes.giveRanges": { writes: pinned, secrets: known },
  "nodes.giveRows": { writes: pinned, secrets: known },
  "nodes.giveSnapshot": { writes: pinned, secrets: known },
  "nodes.pullSnapshot": { writes: pinned, secrets: known },
  "nodes.pull": { writes: pinned, secrets: known },
  "nodes.recordFailedPull": { writes: pinned, secrets: known },
} as const satisfies Record<string, SecretWay>;
