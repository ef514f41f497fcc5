import type { ImportObjectType } from "#domain/discovery/import-rules.ts";

import { type ResourceFields, policyResources } from "./resources.ts";

/** Fields of an object that the condition of an import rule may read: those of its policies, and further ones. */
export const importFields = {
  managedSystem: policyResources.targetSystem,
  managedAccount: {
    ...policyResources.account,
    expired: { type: "bool" },
    /** Names of the groups that the account is a member of. */
    groups: { type: "list", relation: "groupMemberships", through: "group", column: "shortId" },
    /** Values of all its attributes. */
    attributeValues: { type: "list", relation: "attributes", column: "value" },
  },
} as const satisfies Readonly<Record<ImportObjectType, ResourceFields>>;
