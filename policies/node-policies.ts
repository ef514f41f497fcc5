import { policyOf } from "#domain/policy-name.ts";

import { policies, type Policy, readsOf, superusers } from "./policy.ts";

/** Default policies about the nodes of an installation. */
export const nodePolicies: readonly Policy[] = [
  ...policies("node", superusers, readsOf("nodes")),
  ...policies("replicationConflict", superusers, readsOf("replicationConflicts")),
  ...policies(null, superusers, [
    policyOf.action("replicationConflicts/accept"),
    policyOf.action("replicationConflicts/revert"),
    policyOf.get("nodes/plugIns"),
    policyOf.get("nodes/status"),
    policyOf.get("nodes/twins"),
    policyOf.get("nodes/differences"),
    policyOf.action("nodes/invite"),
    policyOf.update("nodes"),
    policyOf.action("nodes/pause"),
    policyOf.action("nodes/resume"),
    policyOf.action("nodes/expel"),
    policyOf.action("nodes/takeOver"),
    policyOf.action("nodes/compare"),
    policyOf.action("nodes/repair"),
  ]),
];
