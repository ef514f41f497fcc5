import { policyOf } from "#domain/policy-name.ts";

import { anyUser, policies, type Policy, readsOf, superusers } from "./policy.ts";

/** Default policies of runs of enforcement and of exceptions from roles: both are the work of superusers. */
export const enforcement: readonly Policy[] = [
  ...policies("enforcementRun", superusers, readsOf("enforcementRuns")),
  ...policies("enforcementItem", superusers, readsOf("enforcementRuns/items")),
  ...policies(null, superusers, [
    policyOf.create("enforcementRuns"),
    policyOf.action("enforcementRuns/report"),
    policyOf.action("enforcementRuns/pause"),
    policyOf.action("enforcementRuns/resume"),
    policyOf.action("enforcementRuns/stop"),
    policyOf.action("enforcementRuns/confirm"),
    policyOf.action("accessExceptions/end"),
  ]),
  // People see their own exceptions.
  ...policies("accessException", "IsSuperuser() || resource.userKey == principal.key", readsOf("accessExceptions")),
  // A caller who may read the entry knows the person: the policies before it are checked first.
  ...policies("user", anyUser, [policyOf.get("enforcementRuns/items/person"), policyOf.get("accessExceptions/person")]),
  ...policies("role", anyUser, [policyOf.get("accessExceptions/role")]),
  ...policies("request", anyUser, [policyOf.get("accessExceptions/request")]),
];
