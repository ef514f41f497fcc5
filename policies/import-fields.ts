import type { ImportObjectType } from "#domain/discovery/import-rules.ts";

import { type ResourceFields, policyResources } from "./resources.ts";

/** What the condition of an import rule may read of an object: the fields of its policies, and what is told of it here. */
export const importFields = {
  managedSystem: policyResources.targetSystem,
  managedAccount: {
    ...policyResources.account,
    expired: { type: "bool" },
    /** The names of the groups that the account is a member of. */
    groups: { type: "list", relation: "groupMemberships", through: "group", column: "shortId" },
    /** The values of all its attributes. */
    attributeValues: { type: "list", relation: "attributes", column: "value" },
  },
} as const satisfies Readonly<Record<ImportObjectType, ResourceFields>>;
