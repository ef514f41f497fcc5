import type { TableName } from "./tables.ts";

/** How the rows of one table belong to a row of another. */
export interface Relation {
  readonly table: TableName;
  /** Column of the related table that holds the owner's key. */
  readonly column: string;
  /** The owner's column it refers to. */
  readonly ownerColumn: string;
}

/** The relations a predicate may name, by the owner's table. */
export const relations: { readonly [T in TableName]?: Readonly<Record<string, Relation>> } = {
  reqbatch: {
    authorizers: { table: "requestAuthorizers", column: "requestKey", ownerColumn: "key" },
    operations: { table: "requestOperations", column: "requestKey", ownerColumn: "key" },
  },
  requestOperations: { request: { table: "reqbatch", column: "key", ownerColumn: "requestKey" } },
  requestPhases: {
    authorizers: { table: "requestAuthorizers", column: "requestPhaseKey", ownerColumn: "key" },
  },
  targetSystems: {
    managedSystems: { table: "managedSystems", column: "targetSystemKey", ownerColumn: "id" },
  },
  managedSystems: {
    bindings: { table: "managedSystemBindings", column: "managedSystemKey", ownerColumn: "key" },
    managedAccounts: { table: "managedAccounts", column: "managedSystemKey", ownerColumn: "key" },
  },
  managedAccounts: { checkouts: { table: "checkouts", column: "managedAccountKey", ownerColumn: "key" } },
  accounts: {
    attributes: { table: "accountAttributes", column: "accountKey", ownerColumn: "key" },
    groupMemberships: { table: "groupMemberships", column: "accountKey", ownerColumn: "key" },
    managedAccounts: { table: "managedAccounts", column: "accountKey", ownerColumn: "key" },
    managedSystems: { table: "managedSystems", column: "targetSystemKey", ownerColumn: "targetSystemKey" },
  },
  groupMemberships: { group: { table: "groups", column: "key", ownerColumn: "groupKey" } },
  users: { accounts: { table: "accounts", column: "userKey", ownerColumn: "key" } },
};
