import { policyOf } from "#domain/policy-name.ts";

import { anyUser, policies, type Policy, readsOf, superusers } from "./policy.ts";

const ownerOfRole = "IsSuperuser() || principal.key in resource.ownerKeys";

/** Default policies of roles: superusers put them in force, owners prepare their drafts. */
export const roles: readonly Policy[] = [
  ...policies("role", ownerOfRole, [
    ...readsOf("roles"),
    policyOf.update("roles"),
    policyOf.action("roles/discardDraft"),
  ]),
  ...policies(null, superusers, [
    policyOf.create("roles"),
    policyOf.remove("roles"),
    policyOf.action("roles/putInForce"),
    policyOf.action("roles/retire"),
    policyOf.action("roles/setOwners"),
    policyOf.action("roles/setAuthorizationPhases"),
    policyOf.create("roles/assignments"),
    policyOf.remove("roles/assignments"),
  ]),
  // Whoever has a role reaches it by themselves, without roles_get: what belongs to it asks for its owners again.
  ...policies("roleVersion", ownerOfRole, readsOf("roles/versions")),
  ...policies("roleEntitlement", ownerOfRole, readsOf("roles/entitlements")),
  ...policies("roleEntitlement", ownerOfRole, readsOf("roles/containedIn")),
  ...policies("roleMember", ownerOfRole, readsOf("roles/memberships")),
  ...policies("roleAssignment", ownerOfRole, readsOf("roles/assignments")),
  ...policies("user", anyUser, [
    policyOf.get("roles/memberships/person"),
    policyOf.get("roles/assignments/person"),
    policyOf.list("roles/owners"),
  ]),
  ...policies("group", anyUser, [policyOf.get("roles/entitlements/group")]),
  ...policies("role", anyUser, [policyOf.get("roles/entitlements/innerRole"), policyOf.get("roles/containedIn/role")]),
  // A caller who may read a user may read their roles: users_get is checked before it.
  ...policies("role", anyUser, [policyOf.list("users/roles")]),
];
