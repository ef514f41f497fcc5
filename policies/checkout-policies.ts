import { policyOf } from "#domain/policy-name.ts";

import { anyUser, policies, type Policy, readsOf, superusers } from "./policy.ts";

const holder = "resource.userKey == principal.key";
const checkoutManager = "IsSuperuser() || principal.key in resource.managerKeys";
const entitled = "IsSuperuser() || principal.key in resource.rightKeys";

/**
 * Policies of check-outs. The permissions under a managed system policy decide who may have a password; superusers get
 * none by being superusers.
 */
export const checkouts: readonly Policy[] = [
  ...policies(
    "checkout",
    `${checkoutManager} || ${holder} || principal.key in resource.seerKeys`,
    readsOf("checkouts"),
  ),
  ...policies("checkoutSubmission", "principal.key in resource.holderKeys", [policyOf.create("checkouts")]),
  ...policies("checkout", `${checkoutManager} || ${holder}`, [
    policyOf.action("checkouts/checkIn"),
    policyOf.action("checkouts/extend"),
  ]),
  ...policies("checkout", checkoutManager, [policyOf.action("checkouts/revoke"), policyOf.action("checkouts/review")]),
  ...policies("checkout", holder, [
    policyOf.action("checkouts/disclose"),
    policyOf.action("checkouts/reveal"),
    policyOf.action("checkouts/runCommand"),
  ]),
  // A caller who may read a check-out may read its disclosures, with their user and account: checkouts_get is checked before these.
  ...policies("disclosure", anyUser, readsOf("checkouts/disclosures")),
  ...policies("listedCommand", anyUser, readsOf("checkouts/commands")),
  ...policies("user", anyUser, [policyOf.get("checkouts/user")]),
  ...policies("managedAccount", anyUser, [policyOf.get("checkouts/managedAccount")]),
  ...policies("managedAccount", entitled, readsOf("managedAccounts")),
  // A caller who may see the account may ask; vouching for others is a permission under its policy, which no superuser has by being one.
  ...policies(null, anyUser, [policyOf.action("managedAccounts/vouch")]),
  ...policies("checkoutRight", superusers, readsOf("managedSystemPolicies/rights")),
  ...policies("listedCommand", superusers, readsOf("managedSystemPolicies/commands")),
  ...policies(null, superusers, [
    policyOf.action("managedSystemPolicies/grantRight"),
    policyOf.action("managedSystemPolicies/withdrawRight"),
    policyOf.action("managedSystemPolicies/listCommand"),
    policyOf.action("managedSystemPolicies/unlistCommand"),
    policyOf.action("managedSystemPolicies/setAuthorizationPhases"),
  ]),
];
