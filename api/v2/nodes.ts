import { logStandings } from "#domain/log-standing.ts";
import { comparisonStates } from "#domain/node-comparison.ts";
import { nodeStates } from "#domain/node-states.ts";
import { differenceKinds } from "#domain/replication/differences.ts";
import {
  bigInteger,
  flag,
  guid,
  integer,
  list,
  longText,
  oneOf,
  text,
  time,
} from "#domain/resources/format/builders.ts";
import { nodes as resource } from "#domain/resources/nodes.ts";
import { expelNode, pauseNode, resumeNode, updateNode } from "#operations/nodes/change-nodes.ts";
import { compareNode } from "#operations/nodes/compare-node.ts";
import { inviteNode } from "#operations/nodes/invite-node.ts";
import { listDifferences } from "#operations/nodes/list-differences.ts";
import { listTwins } from "#operations/nodes/list-twins.ts";
import { repairNode } from "#operations/nodes/repair-node.ts";
import { showNodeStatus } from "#operations/nodes/show-node-status.ts";
import { showPlugIns } from "#operations/plug-ins/show-plug-ins.ts";
import { takeOverNode } from "#operations/setup/take-over.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";
import { shownOnce } from "./shown-once.ts";

const kind = structure("PlugInKind", {
  kind: text().shown("Name of the kind."),
  title: longText().shown("Purpose of plug-ins of the kind."),
  builtIns: list(text()).shown("The names of those that every installation has."),
});

const failed = structure("FailedPlugIn", {
  plugin: text().shown("The name of its file."),
  kind: text().shown("Kind of the plug-in."),
  message: longText().shown("Reason why the plug-in cannot be used."),
});

const plugIns = structure("PlugIns", {
  kinds: { type: kind, collection: true, description: "The kinds of plug-ins." },
  files: list(text()).shown("The names of the files of PLUGIN_FOLDER."),
  problem: longText()
    .optional()
    .shown("Reason why none of these files is used, and the solution; null if there is no problem."),
  failed: { type: failed, collection: true, description: "Plug-ins whose last call failed, within the last hour." },
});

const held = structure("HeldChange", {
  origin: text().shown("Node and incarnation that made the change."),
  seq: bigInteger().shown("Number of the change among those of its origin."),
  reason: text().shown("Reason why it cannot be applied; docs/merging.md lists them."),
});

const lag = structure("ReplicationLag", {
  changes: integer().shown("Number of changes in the last answer that had any."),
  p50: bigInteger().shown("Milliseconds from the change to its arrival here, for half of them at most."),
  p95: bigInteger().shown("The same for 95 of 100."),
  max: bigInteger().shown("The same for all."),
});

const compared = {
  rows: bigInteger().shown("Number of rows here that were compared."),
  differences: bigInteger().shown("Number of rows that differ."),
  undecided: bigInteger().shown("Number of rows that were not compared, because changes kept coming."),
  orphans: bigInteger().shown("Number of rows here whose parent is missing."),
};

const comparisonResult = structure("NodeComparisonResult", {
  state: oneOf(comparisonStates).shown("Result: equal, different, waiting for the same changes, or failed."),
  at: time().shown("Time of the result."),
  ...compared,
  reason: longText().optional().shown("Reason why it waits or has failed; null for none."),
});

const runningComparison = structure("RunningNodeComparison", {
  startedAt: time().shown("Time at which it began."),
  table: text().shown("Table that is compared."),
  after: text().shown("Key up to which the table is compared."),
  ...compared,
});

const comparison = structure("NodeComparison", {
  running: { type: runningComparison, nullable: true, description: "Comparison that has not ended; null if none." },
  last: {
    type: comparisonResult,
    nullable: true,
    description: "Result of the last comparison; null if there is none.",
  },
});

const difference = structure("NodeDifference", {
  node: text().shown("Other node; empty if the row here lacks its parent."),
  table: text().shown("Table of the row."),
  key: text().shown("Key of the row."),
  kind: oneOf(differenceKinds).shown("Kind of the difference."),
  columns: longText().shown("Columns that differ, separated by commas; of an orphan the one that names its parent."),
  ownAt: time().optional().shown("Time of the latest change of the row here; null if it is missing."),
  ownNode: text().optional().shown("Node of that change; null if the row is missing."),
  otherAt: time().optional().shown("Time of the latest change of the row there; null if it is missing."),
  otherNode: text().optional().shown("Node of that change; null if the row is missing."),
  foundAt: time().shown("Time at which the difference was found."),
});

const differences = structure("NodeDifferences", {
  differences: { type: difference, collection: true, description: "Rows that differ, at most 200." },
  more: flag().shown("True if there are more."),
});

const link = structure("NodeLink", {
  name: text().shown("Name of the other node."),
  key: guid().shown("Key of the other node."),
  state: oneOf(nodeStates).shown("State of the other node; an expelled one stays expelled."),
  publicAddress: longText().optional().shown("Address at which it is called; null if it has none."),
  lastSeenAt: time().optional().shown("Time of its last call; null if never."),
  skewMs: bigInteger().optional().shown("Milliseconds by which its clock is ahead of the one here; null if unknown."),
  lastPullAt: time().optional().shown("Time of the last pull from it; null if never."),
  lastSuccessAt: time().optional().shown("Time of the last successful pull; null if never."),
  caughtUpAt: time().optional().shown("Time at which this node last had everything of it; null if never."),
  failures: integer().shown("Number of failed pulls since the last successful one."),
  lastError: text().optional().shown("Reason why the last pull failed; null if it succeeded."),
  applied: bigInteger().shown("Number of its changes that were applied here."),
  conflicts: bigInteger().shown("Number of values that lost against another change."),
  held: { type: held, collection: true, description: "Changes that cannot be applied yet." },
  logRows: bigInteger().shown(
    "Rows that the change log here keeps for it alone, because it has not acknowledged them.",
  ),
  logStanding: oneOf(logStandings).shown(
    "Standing of the other node towards the change log here: it reads it, has not called for a day, half of CHANGE_LOG_ROWS_MAX is kept for it, or it has to join again.",
  ),
  lag: { type: lag, nullable: true, description: "Times that its last changes took; null if there were none." },
  comparison: { type: comparison, nullable: true, description: "Comparison of all rows with it; null if never." },
  schemaVersion: integer().optional().shown("Version of its schema, as it has told last; null if it was not met yet."),
  older: oneOf(["this", "other"])
    .optional()
    .shown("Node of the two that is to be upgraded, this one or the other one; null if both have one version."),
});

const status = structure("NodesStatus", {
  name: text().shown("Name of the node that answers."),
  key: guid().optional().shown("Key of that node; null before it is set up."),
  state: oneOf(nodeStates).optional().shown("State of that node; null before it is set up."),
  publicAddress: longText().optional().shown("Address at which other nodes reach it; null if it has none."),
  standsBy: longText().optional().shown("Reason for which it performs nothing at target systems; null if it may."),
  schemaVersion: integer().shown("Version of the schema of that node."),
  nodes: { type: link, collection: true, description: "The other nodes, as it sees them." },
});

const twin = structure("RowTwin", {
  table: text().shown("Table of the row."),
  key: text().shown("Key of the row."),
  id: text().shown("ID that the row and the older one have."),
  shownId: longText().shown("ID by which it is told from the older one: the ID with its node, such as anna~n2-7f3c."),
  name: longText().optional().shown("Display name or description of the row; null if it has none."),
  node: text().shown("Node that has given it the ID."),
  olderKey: text().shown("Key of the older row, which look-ups by the ID find."),
});

const twins = structure("RowTwins", {
  twins: { type: twin, collection: true, description: "Rows with the same ID as an older one, at most 200." },
});

const { key, id, state } = resource.properties;
const stepped = { result: structure("SteppedNode", { key, id, state }) };

/** The nodes of the installation, and the plug-ins of the process that answers. */
export const nodes = resourceSet(resource, {
  update: { ...verb(updateNode), status: 204 },
  actions: {
    pause: action(pauseNode, stepped),
    resume: action(resumeNode, stepped),
    expel: action(expelNode, stepped),
    compare: action(compareNode, {
      result: structure("ComparedNode", {
        key,
        id,
        state: oneOf([...comparisonStates, "running"]).shown("Result; running while there is more to compare."),
        ...compared,
        reason: longText().optional().shown("Reason why it waits or has failed; null for none."),
        left: flag().shown("True if there is more to compare: call again."),
      }),
    }),
    repair: action(repairNode, {
      result: structure("RepairedNode", {
        key,
        id,
        repaired: integer().shown("Number of rows of this node that this call has written once more."),
        elsewhere: integer().shown("Number of rows that this node cannot write: repair them at the other one."),
        left: flag().shown("True if there are more: call again."),
      }),
    }),
    takeOver: action(takeOverNode, {
      result: structure("TakenOverNode", {
        key,
        id,
        taken: integer().shown("Number of rows that this call has taken over."),
        left: flag().shown("True if there are more: call again."),
      }),
    }),
  },
  setActions: {
    invite: action(inviteNode, {
      givesSecret: true,
      parameters: { name: text(32).shown("Name of the node that is to join (its NODE_NAME).") },
      result: structure("NodeInvitation", {
        name: text().shown("Name of the node that is to join."),
        token: shownOnce("token", "The token, which is shown this once."),
        expiresAt: time().shown("Time at which the token expires."),
      }),
    }),
  },
  setFunctions: {
    plugIns: { ...verb(showPlugIns), result: plugIns },
    status: { ...verb(showNodeStatus), result: status },
    twins: { ...verb(listTwins), result: twins },
    differences: { ...verb(listDifferences), result: differences },
  },
});
