import { managedSystems as resource } from "#domain/resources/managed-systems.ts";

import { resourceSet } from "./resource-set.ts";

/** What is said of managed systems at every address. */
export const managedSystemTerms = {
  properties: { confirmWithoutVerify: { needs: ["key"] } },
  attachment: "managedSystem",
} as const;

/** The systems whose privileged passwords are managed, with the policies under which they are. */
export const managedSystems = resourceSet(resource, {
  ...managedSystemTerms,
  ways: { policies: { linked: "managedSystemPolicies" } },
});
