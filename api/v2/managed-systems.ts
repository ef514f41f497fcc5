import { managedSystems as resource } from "#domain/resources/managed-systems.ts";

import { resourceSet } from "./resource-set.ts";

/** Terms of managed systems at every address. */
export const managedSystemTerms = {
  properties: { confirmWithoutVerify: { needs: ["key"] } },
  attachment: "managedSystem",
} as const;

/** Systems whose privileged passwords are managed, with their policies. */
export const managedSystems = resourceSet(resource, {
  ...managedSystemTerms,
  ways: { policies: { linked: "managedSystemPolicies" } },
});
