import { z } from "zod";

import type { LogStanding } from "#domain/log-standing.ts";
import type { NodeComparison } from "#domain/node-comparison.ts";
import type { HeldChange, LagFigures } from "#domain/node-link-facts.ts";
import type { NodeState } from "#domain/node-states.ts";
import { policyOf } from "#domain/policy-name.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { knownNode, otherNodes } from "./engine/known-node.ts";
import { reasonToStandBy } from "./engine/nodes-of.ts";
import { ownNode } from "./engine/own-node.ts";

/** State of the replication with another node, as this node sees it. */
export interface LinkStatus {
  readonly name: string;
  readonly key: string;
  readonly state: NodeState;
  readonly publicAddress: string | null;
  readonly lastSeenAt: number | null;
  readonly skewMs: number | null;
  readonly lastPullAt: number | null;
  readonly lastSuccessAt: number | null;
  readonly caughtUpAt: number | null;
  readonly failures: number;
  readonly lastError: string | null;
  readonly applied: number;
  readonly conflicts: number;
  readonly held: readonly HeldChange[];
  readonly lag: LagFigures | null;
  readonly logRows: number;
  readonly logStanding: LogStanding;
  readonly comparison: NodeComparison | null;
  /** Version of its schema, as it has told last; null if it was not met yet. */
  readonly schemaVersion: number | null;
  /** Node of the two that is to be upgraded; null if both have one version, or that of the other one is not known. */
  readonly older: "this" | "other" | null;
}

/** State of this node and of its replication with the others. */
export interface NodesStatus {
  readonly name: string;
  /** Key, state and address of this node; null before it is set up. */
  readonly key: string | null;
  readonly state: NodeState | null;
  readonly publicAddress: string | null;
  /** Reason for which it performs nothing at target systems; null if it may. */
  readonly standsBy: string | null;
  /** Version of the schema of this node. */
  readonly schemaVersion: number;
  readonly nodes: readonly LinkStatus[];
}

/** Facts about a node that was neither asked nor has called. */
const unmet: Omit<LinkStatus, "name" | "key" | "state" | "publicAddress" | "older"> = {
  lastSeenAt: null,
  skewMs: null,
  lastPullAt: null,
  lastSuccessAt: null,
  caughtUpAt: null,
  failures: 0,
  lastError: null,
  applied: 0,
  conflicts: 0,
  held: [],
  lag: null,
  logRows: 0,
  logStanding: "upToDate",
  comparison: null,
  schemaVersion: null,
};

/** Returns the state of this node, and for each other one the state of the replication with it. */
export const showNodeStatus = defineOperation<Record<string, never>, NodesStatus>({
  name: "nodes.showStatus",
  kind: "read",
  input: z.strictObject({}),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.get("nodes/status") }],
  audit: { operation: "NDLS", when: "refusalOnly" },
  async run(context) {
    const { store } = context;
    const nodes: LinkStatus[] = [];
    for (const name of await otherNodes(context)) {
      const node = await knownNode(context, name);
      if (node === undefined) continue;
      const {
        lastSeenAt,
        skewMs,
        lastPullAt,
        lastSuccessAt,
        caughtUpAt,
        schemaVersion: schema,
        ...link
      } = (await store.get("nodeLinks", name)) ?? unmet;
      const { failures, lastError, applied, conflicts, held, lag, logRows, logStanding, comparison } = link;
      const { nodeKey: key, state, publicAddress } = node;
      const times = { lastSeenAt, skewMs, lastPullAt, lastSuccessAt, caughtUpAt };
      const results = { failures, lastError, applied, conflicts, held, lag, logRows, logStanding, comparison };
      const version = { schemaVersion: schema, older: olderOf(schemaVersion(), schema) };
      nodes.push({ name, key, state, publicAddress, ...times, ...results, ...version });
    }
    const own = await ownNode(context);
    const { key = null, state = null, publicAddress = null } = own ?? {};
    const standsBy = (await reasonToStandBy(context)) ?? null;
    return { name: store.node, key, state, publicAddress, standsBy, schemaVersion: schemaVersion(), nodes };
  },
});

function olderOf(own: number, other: number | null): LinkStatus["older"] {
  if (other === null || other === own) return null;
  return other < own ? "other" : "this";
}
