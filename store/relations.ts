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
  users: { accounts: { table: "accounts", column: "userKey", ownerColumn: "key" } },
};
