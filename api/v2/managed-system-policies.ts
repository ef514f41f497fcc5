import { managedAccounts } from "#domain/resources/managed-accounts.ts";
import { managedSystemPolicies as resource } from "#domain/resources/managed-system-policies.ts";
import { managedSystems } from "#domain/resources/managed-systems.ts";

import { resourceSet } from "./resource-set.ts";

/** How privileged passwords are changed and handed out, and the systems and accounts that it holds for. */
export const managedSystemPolicies = resourceSet(resource, {
  ways: {
    managedSystems: { contained: resourceSet(managedSystems, { path: "managedSystemPolicies/managedSystems" }) },
    managedAccounts: { contained: resourceSet(managedAccounts, { path: "managedSystemPolicies/managedAccounts" }) },
  },
});
