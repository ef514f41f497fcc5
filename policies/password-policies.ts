import { helpDeskClass } from "#domain/identity/user-classes.ts";
import { policyOf } from "#domain/policy-name.ts";

import { anyUser, policies, type Policy, readsOf, superusers, writesOf } from "./policy.ts";

/** Condition on callers who may find people: superusers and the help desk. */
export const findsPeople = `IsSuperuser() || '${helpDeskClass}' in principal.classes`;

/** Default policies about passwords: their rules, queue, blocks, mass resets and senders. */
export const passwords: readonly Policy[] = [
  ...policies("passwordPolicy", anyUser, [policyOf.get("targetGroups/passwordPolicy"), ...readsOf("passwordPolicies")]),
  ...policies(null, anyUser, [policyOf.action("passwordPolicies/check"), policyOf.action("passwordPolicies/generate")]),
  // People see which changes of their own passwords are still to be made.
  ...policies("queuedPassword", "IsSuperuser() || resource.userKey == principal.key", readsOf("passwordQueue")),
  // People see that new passwords wait for them; only their reader gets them, and those of others only while they may reset them.
  ...policies("passwordDelivery", "IsSuperuser() || resource.userKey == principal.key", readsOf("passwordDeliveries")),
  ...policies("passwordDelivery", "IsSuperuser() && resource.userKey == principal.key", [
    policyOf.action("passwordDeliveries/download"),
  ]),
  ...policies("passwordDelivery", "resource.userKey == principal.key", [policyOf.action("passwordDeliveries/reveal")]),
  ...policies("user", anyUser, [policyOf.get("passwordDeliveries/user")]),
  ...policies("account", anyUser, [policyOf.get("passwordQueue/account")]),
  ...policies("user", anyUser, [policyOf.get("passwordQueue/user")]),
  ...policies("operation", superusers, [policyOf.get("passwordQueue/operation")]),
  ...policies("massReset", superusers, [...readsOf("massResets"), policyOf.get("massResets/progress")]),
  ...policies("massResetAccount", superusers, readsOf("massResets/items")),
  ...policies("massResetStep", superusers, readsOf("massResets/steps")),
  ...policies("massResetTarget", superusers, readsOf("massResets/targets")),
  // A caller who may read a mass reset may know whose accounts it is about: massresets_items_get is checked before these.
  ...policies("account", anyUser, [policyOf.get("massResets/items/account"), policyOf.get("massResets/steps/account")]),
  ...policies("user", anyUser, [
    policyOf.get("massResets/items/person"),
    policyOf.get("massResets/steps/person"),
    policyOf.get("massResets/requester"),
    policyOf.get("massResets/startedBy"),
  ]),
  // Blocks of password resets protect people, who may block their own resets; only an administrator lifts one.
  ...policies("passwordBlock", `${findsPeople} || resource.userKey == principal.key`, [
    ...readsOf("passwordBlocks"),
    policyOf.create("passwordBlocks"),
  ]),
  ...policies("passwordBlock", superusers, [policyOf.action("passwordBlocks/lift")]),
  // A caller who may read a block may know whose it is: passwordblocks_get is checked before these.
  ...policies("user", anyUser, [policyOf.get("passwordBlocks/user"), policyOf.get("passwordBlocks/createdBy")]),
  ...policies("passwordSender", superusers, [...readsOf("passwordSenders")]),
  ...policies(null, superusers, [policyOf.create("passwordSenders")]),
  ...policies(null, superusers, [
    policyOf.get("passwordPolicies/breachedList"),
    policyOf.remove("passwordSenders"),
    policyOf.action("passwordSenders/revoke"),
    ...writesOf("passwordPolicies"),
    policyOf.action("passwordQueue/retry"),
    policyOf.action("passwordQueue/drop"),
    policyOf.create("massResets"),
    policyOf.remove("massResets"),
    policyOf.action("massResets/choose"),
    policyOf.action("massResets/trial"),
    policyOf.action("massResets/start"),
    policyOf.action("massResets/pause"),
    policyOf.action("massResets/resume"),
    policyOf.action("massResets/stop"),
  ]),
];
