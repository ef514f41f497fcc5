import { policyOf } from "#domain/policy-name.ts";

import { anyUser, policies, type Policy, readsOf, superusers, writesOf } from "./policy.ts";

const ownBatch = "IsSuperuser() || resource.requesterKey == principal.key || principal.key in resource.authorizerKeys";
const ownMember =
  "IsSuperuser() || principal.key in resource.requesterKeys || principal.key in resource.authorizerKeys";

/** Condition on templates that a user can use as a requester. */
export const usableTemplate = "resource.usableBy == null || resource.usableBy in principal.classes";

/** Default policies of templates and of batches of requests. */
export const templates: readonly Policy[] = [
  ...policies("template", `IsSuperuser() || (resource.enabled && (${usableTemplate}))`, readsOf("templates")),
  ...policies(null, superusers, [...writesOf("templates"), policyOf.action("templates/setAuthorizationPhases")]),
  // A caller who may read the template: templates_get is checked before these. For each recipient requests_post_create is checked.
  ...policies(null, anyUser, [policyOf.action("templates/request"), policyOf.action("templates/trialRequest")]),
  ...policies("requestBatch", ownBatch, readsOf("requestBatches")),
  ...policies("requestBatchMember", ownMember, readsOf("requestBatches/members")),
  // A caller who may read the batch, or the entry: those are checked before these.
  ...policies("user", anyUser, [
    policyOf.get("requestBatches/requester"),
    policyOf.get("requestBatches/members/recipient"),
  ]),
  // Each decision is checked by requests_post_decide.
  ...policies(null, anyUser, [policyOf.action("requestBatches/decide")]),
  ...policies("requestBatch", "resource.requesterKey == principal.key", [policyOf.action("requestBatches/cancel")]),
];
