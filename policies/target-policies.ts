import { policyOf } from "#domain/policy-name.ts";

import { anyUser, policies, type Policy, readsOf, superusers, writesOf } from "./policy.ts";

/** Default policies of target systems and target groups: they are the work of superusers. */
export const targets: readonly Policy[] = [
  ...policies("targetGroup", anyUser, readsOf("targetGroups")),
  ...policies("targetSystem", superusers, [...readsOf("targetSystems"), policyOf.list("targetGroups/targetSystems")]),
  ...policies("targetGroup", superusers, [policyOf.get("targetSystems/targetGroupDetails")]),
  ...policies("targetSystemOption", superusers, readsOf("targetSystems/options")),
  ...policies("targetSystemCredential", superusers, readsOf("targetSystems/credentials")),
  ...policies("attributeDefinition", superusers, readsOf("targetSystems/attributeDefinitions")),
  ...policies(null, superusers, [
    ...writesOf("targetGroups"),
    ...writesOf("targetSystems"),
    policyOf.action("targetSystems/discover"),
    policyOf.action("targetSystems/testConnection"),
    policyOf.action("targetSystems/redirect"),
    policyOf.action("targetSystems/trialManagedGroups"),
    policyOf.action("targetSystems/unmanageDiscoveredGroups"),
    policyOf.action("operations/confirm"),
    policyOf.action("operations/abort"),
    policyOf.update("targetSystems/options"),
    policyOf.create("simulations"),
    ...writesOf("targetSystems/credentials"),
    ...writesOf("targetSystems/attributeDefinitions"),
  ]),
];
