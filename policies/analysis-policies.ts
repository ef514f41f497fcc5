import { policyOf } from "#domain/policy-name.ts";

import { anyUser, policies, type Policy, readsOf, superusers } from "./policy.ts";

/** Policies of simulations and of the search for roles, whose results show what everybody has. */
export const analyses: readonly Policy[] = [
  ...policies("analysis", superusers, [...readsOf("analyses"), policyOf.get("roleSuggestions/analysis")]),
  ...policies("analysisRow", superusers, readsOf("analyses/rows")),
  ...policies("roleSuggestion", superusers, [...readsOf("roleSuggestions"), policyOf.list("analyses/suggestions")]),
  // A caller who may read a row may know whom and what it is about: analyses_rows_get is checked before these.
  ...policies("user", anyUser, [policyOf.get("analyses/starter"), policyOf.get("analyses/rows/person")]),
  ...policies("targetSystem", anyUser, [policyOf.get("analyses/rows/targetSystem")]),
  ...policies("group", anyUser, [policyOf.get("analyses/rows/group")]),
  ...policies("role", anyUser, [policyOf.get("analyses/rows/role"), policyOf.get("roleSuggestions/role")]),
  ...policies("request", anyUser, [policyOf.get("analyses/rows/request")]),
  ...policies(null, superusers, [
    policyOf.create("analyses"),
    policyOf.action("analyses/stop"),
    policyOf.action("analyses/compare"),
    policyOf.action("roleSuggestions/draft"),
  ]),
];
