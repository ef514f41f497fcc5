/** Row that another one is a part of: its table, and the column that has its key. */
export interface SharedParent {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
}

/**
 * Parts of rows of the class `shared`, which go with what they belong to. One node may add a part while another one removes the whole, and no
 * foreign key refuses that.
 */
export const sharedParents: readonly SharedParent[] = [
  { table: "accountAttributes", column: "accountKey", parent: "accounts" },
  { table: "groupAttributes", column: "groupKey", parent: "groups" },
  { table: "groupMemberships", column: "groupKey", parent: "groups" },
  { table: "groupMemberships", column: "accountKey", parent: "accounts" },
  { table: "groupOwners", column: "groupKey", parent: "groups" },
  { table: "groupOwners", column: "userKey", parent: "users" },
  { table: "userAttributes", column: "userKey", parent: "users" },
  { table: "userClassMembers", column: "userKey", parent: "users" },
  { table: "userClassMembers", column: "userClassId", parent: "userClasses" },
  { table: "userCredentials", column: "userKey", parent: "users" },
  { table: "roleMembers", column: "roleKey", parent: "roles" },
  { table: "roleMembers", column: "userKey", parent: "users" },
  { table: "roleOwners", column: "roleKey", parent: "roles" },
  { table: "roleOwners", column: "userKey", parent: "users" },
  { table: "targetSystemCredentials", column: "targetSystemId", parent: "targetSystems" },
  { table: "sodRuleItems", column: "ruleKey", parent: "sodRules" },
];
