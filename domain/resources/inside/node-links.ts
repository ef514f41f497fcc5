import { logStandings } from "../../log-standing.ts";
import type { NodeComparison } from "../../node-comparison.ts";
import type { HeldChange, LagFigures } from "../../node-link-facts.ts";
import { toldStates } from "../../node-states.ts";
import { bigInteger, guid, integer, json, longText, oneOf, sealed, text, time } from "../format/builders.ts";
import { index, resource, unique } from "../format/resource.ts";

const publicKeyCharacters = 43;

/** Private keys of this node; there is one row. */
export const nodeKeys = resource("nodeKeys", {
  class: "local",
  holds: "data",
  key: "id",
  properties: {
    id: text(40),
    /** Public halves, by which the private ones belong to the row of the node. */
    signingKey: text(publicKeyCharacters),
    sealingKey: text(publicKeyCharacters),
    signingSecret: sealed(),
    sealingSecret: sealed(),
    createdAt: time(),
  },
});

/** Invitations by which other nodes join here. */
export const nodeInvitations = resource("nodeInvitations", {
  class: "local",
  holds: "data",
  key: "name",
  properties: {
    name: text(40),
    tokenHash: text(),
    expiresAt: time(),
    invitedByKey: guid().optional(),
    /** Signing key of the node that has used the token; it alone may repeat the call. */
    usedBy: text(publicKeyCharacters).optional(),
  },
  indexes: [index("expiresAt")],
});

/** Nodes that were expelled. Nobody can take such a row back, the expelled node least of all. */
export const nodeExpulsions = resource("nodeExpulsions", {
  class: "append",
  holds: "data",
  key: "name",
  properties: {
    name: text(40),
    nodeKey: guid(),
    expelledAt: time(),
    expelledBy: text(),
  },
});

/** Facts that this node knows of another: its pinned keys, and the result of the last pulls. */
export const nodeLinks = resource("nodeLinks", {
  class: "local",
  holds: "data",
  key: "name",
  properties: {
    name: text(40),
    nodeKey: guid(),
    /** Address that the node had when it was met; that of its row is the newer one. */
    metAt: longText().optional(),
    signingKey: text(publicKeyCharacters),
    sealingKey: text(publicKeyCharacters),
    pinnedAt: time(),
    /** Time of its last signed call. */
    lastSeenAt: time().optional(),
    /** Milliseconds by which its clock is ahead of the one here. */
    skewMs: bigInteger().optional(),
    lastPullAt: time().optional(),
    lastSuccessAt: time().optional(),
    /** Number of failed pulls since the last successful one. */
    failures: integer().initially(0),
    nextPullAt: time().initially(0),
    lastError: text(400).optional(),
    /** Time at which everything that the peer had was here. */
    caughtUpAt: time().optional(),
    position: bigInteger().initially(0),
    applied: bigInteger().initially(0),
    conflicts: bigInteger().initially(0),
    held: json<readonly HeldChange[]>().initially([]),
    lag: json<LagFigures>().optional(),
    /** State of this node there, as its last answer has told; null if it took part and nothing has happened meanwhile. */
    toldState: oneOf(toldStates).optional(),
    /** Version of the schema of the node, as its last call or answer has told. */
    schemaVersion: bigInteger().optional(),
    /** Rows that the log here keeps for it beyond their time. */
    logRows: bigInteger().initially(0),
    /** Standing towards the log here that superusers were told of last. */
    logStanding: oneOf(logStandings).initially("upToDate"),
    /** Comparison with the node: the one that runs, and the result of the last one. */
    comparison: json<NodeComparison>().optional(),
  },
  indexes: [unique("notShared", "nodeKey")],
});
