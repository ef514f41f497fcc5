import { policyOf } from "#domain/policy-name.ts";

import { anyUser, policies, type Policy, readsOf, superusers, writesOf } from "./policy.ts";

const ownViolation = "IsSuperuser() || resource.userKey == principal.key || principal.key in resource.managerKeys";

/** Default policies of the separation of duties. */
export const separationOfDuties: readonly Policy[] = [
  // Whoever is refused by a rule can read it, and so ask for an exception.
  ...policies("sodRule", "IsSuperuser() || resource.enabled", [policyOf.get("sodRules")]),
  ...policies("sodRule", superusers, [policyOf.list("sodRules")]),
  ...policies(null, superusers, [...writesOf("sodRules"), policyOf.action("sodRules/setAuthorizationPhases")]),
  ...policies("violation", ownViolation, readsOf("violations")),
  // A caller who may read the violation: that is checked before these.
  ...policies("sodRule", anyUser, [policyOf.get("violations/rule")]),
  ...policies("user", anyUser, [policyOf.get("violations/person")]),
];
