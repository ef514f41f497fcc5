import { flag } from "#domain/resources/format/builders.ts";
import { managedSystemPolicies as resource } from "#domain/resources/managed-system-policies.ts";
import { randomizeManagedSystemPolicy, verifyManagedSystemPolicy } from "#operations/managed-accounts/ask-for-runs.ts";

import { action } from "./action.ts";
import { managedAccountTerms } from "./managed-accounts.ts";
import { resourceSet } from "./resource-set.ts";
import { runAsked } from "./vault-runs.ts";

const confirm = flag(false).shown("Says that many passwords may be changed, where the service asks for it.");

/** What is said of managed systems. */
const managedSystemTerms = {
  properties: { confirmWithoutVerify: { needs: ["key"] } },
  attachment: "managedSystem",
} as const;

/** How privileged passwords are changed and handed out, and the systems and accounts that it holds for. */
export const managedSystemPolicies = resourceSet(resource, {
  actions: {
    randomize: action(randomizeManagedSystemPolicy, { ...runAsked, parameters: { confirm } }),
    verify: action(verifyManagedSystemPolicy, runAsked),
  },
  ways: { managedSystems: { contained: managedSystemTerms }, managedAccounts: { contained: managedAccountTerms } },
});
