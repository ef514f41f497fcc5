import type { EntitySet, Navigation } from "../odata/entity-set.ts";
import { entityType, type StructuredType } from "../odata/structured-type.ts";
import { setNamed } from "./set-named.ts";

/** The value of an attribute of an account or a group, as an object of its own. */
const attributeData: StructuredType = {
  name: "AttributeData",
  properties: { value: { type: "Edm.String", column: "value", description: "The value as a text." } },
};

/** A value of an attribute as a target keeps it, of an account or a group. */
export function attributeRow(name: string): StructuredType {
  return entityType(name, {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    name: { type: "Edm.String", access: "read", description: "The name of the attribute on the target." },
    sequence: {
      type: "Edm.Int32",
      access: "read",
      description: "The place of the value among those of the attribute, from 0 on.",
    },
    data: {
      type: attributeData,
      access: "read",
      from: (row) => row,
      description: "The value, in an object of its own.",
    },
  });
}

const accountAttributes: EntitySet = {
  name: "attributes",
  source: "accountAttributes",
  key: { parameter: "accountAttributeKey", property: "key", kind: "guid" },
  usualOrder: ["name", "sequence"],
  type: attributeRow("AccountAttribute"),
};

const accountMemberships: EntitySet = {
  name: "groupMemberships",
  source: "groupMemberships",
  key: { parameter: "groupMembershipKey", property: "key", kind: "guid" },
  type: entityType("GroupMembership", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    groupKey: { type: "Edm.Guid", access: "read", description: "The group." },
    accountKey: { type: "Edm.Guid", access: "read", description: "The account that is a member of it." },
  }),
  navigation: [
    {
      name: "group",
      relation: "group",
      many: false,
      constraint: "groupKey",
      target: () => setNamed("groups"),
      get: { policy: "accounts_groupmemberships_group_get" },
    },
  ],
};

/** The attributes that a target keeps of an account, a row per value. */
export const attributesOfAccount: Navigation = {
  name: "attributes",
  relation: "attributes",
  many: true,
  contained: true,
  target: () => accountAttributes,
  list: { policy: "accounts_attributes_get_list" },
  get: { policy: "accounts_attributes_get" },
};

/** The groups that an account is a member of. */
export const membershipsOfAccount: Navigation = {
  name: "groupMemberships",
  relation: "groupMemberships",
  many: true,
  contained: true,
  target: () => accountMemberships,
  list: { policy: "accounts_groupmemberships_get_list" },
  get: { policy: "accounts_groupmemberships_get" },
};
