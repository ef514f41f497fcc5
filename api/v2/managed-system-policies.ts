import { managedSystemPolicies as resource } from "#domain/resources/managed-system-policies.ts";

import { resourceSet } from "./resource-set.ts";

/** How privileged passwords are changed and handed out, and the systems and accounts that it holds for. */
export const managedSystemPolicies = resourceSet(resource, {
  ways: { managedSystems: { contained: {} }, managedAccounts: { contained: {} } },
});
