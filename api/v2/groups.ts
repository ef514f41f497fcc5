import { orderedColumns } from "#domain/query/ordered-columns.ts";
import { attachPlatform } from "#operations/groups/attach-platform.ts";
import { createGroup } from "#operations/groups/create-group.ts";
import { deleteGroup } from "#operations/groups/delete-group.ts";
import { updateGroup } from "#operations/groups/update-group.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";
import { attributeRow } from "./account-parts.ts";
import { queued } from "./queued.ts";
import { setNamed } from "./set-named.ts";
import { attributeValues, targetAttributes } from "./target-attributes.ts";

const groupAttributes: EntitySet = {
  name: "attributes",
  source: "groupAttributes",
  key: { parameter: "groupAttributeKey", property: "key", kind: "guid" },
  type: attributeRow("GroupAttribute"),
};

/** Groups on target systems; writes act on the target and answer with the operation that does it. */
export const groups: EntitySet = {
  name: "groups",
  source: "groups",
  key: { parameter: "groupKey", property: "key", kind: "guid" },
  type: entityType("Group", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    targetSystemKey: { type: "Edm.String", immutable: true, description: "The target system on which it is." },
    stableId: { type: "Edm.String", access: "read", description: "Its immutable id on the target." },
    longId: { type: "Edm.String", access: "read", description: "Its full name on the target." },
    shortId: { type: "Edm.String", immutable: true, description: "Its name on the target." },
    displayId: { type: "Edm.String", access: "read", description: "The name that people are shown." },
    managed: { type: "Edm.Boolean", access: "read", description: "Whether its memberships are managed here." },
    attributeValues,
    networkResourcePlatform: {
      ...{ type: "Edm.String", nullable: true, access: "read" },
      description: "Its type as a network resource; null = it is not managed.",
      ...{ attached: true, needs: ["managed", "targetSystemKey"] },
    },
  }),
  attach: attachPlatform,
  allowedOrderByPropertiesList: orderedColumns.groups,
  list: { policy: "groups_get_list" },
  get: { policy: "groups_get" },
  create: { ...verb(createGroup), ...queued, parameters: targetAttributes },
  update: {
    ...verb(updateGroup),
    ...queued,
    ...{ atOnce: true, asReadField: "asRead" },
    parameters: targetAttributes,
  },
  remove: { ...verb(deleteGroup), ...queued },
  navigation: [
    {
      name: "owners",
      relation: "owners",
      many: true,
      target: () => setNamed("users"),
      list: { policy: "groups_owners_get_list" },
    },
    {
      name: "attributes",
      relation: "attributes",
      many: true,
      contained: true,
      target: () => groupAttributes,
      list: { policy: "groups_attributes_get_list" },
      get: { policy: "groups_attributes_get" },
    },
    {
      name: "members",
      relation: "members",
      many: true,
      target: () => setNamed("accounts"),
      list: { policy: "groups_members_get_list" },
    },
    {
      name: "targetSystem",
      relation: "targetSystem",
      many: false,
      constraint: "targetSystemKey",
      target: () => setNamed("targetSystems"),
      get: { policy: "groups_targetsystem_get" },
    },
  ],
};
