import { readList } from "#operations/read/read-list.ts";
import { readOne } from "#operations/read/read-one.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";

const type = entityType("Account", {
  key: { type: "Edm.Guid", access: "read" },
  targetSystemKey: { type: "Edm.String" },
  stableId: { type: "Edm.String", access: "read" },
  longId: { type: "Edm.String" },
  shortId: { type: "Edm.String" },
  displayId: { type: "Edm.String" },
  userKey: { type: "Edm.Guid", nullable: true },
  enabled: { type: "Edm.Boolean" },
  locked: { type: "Edm.Boolean" },
  expired: { type: "Edm.Boolean" },
  passwordExpired: { type: "Edm.Boolean" },
  lastPasswordChange: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
  password: { type: "Edm.String", nullable: true, access: "write" },
  associatedBy: { type: "Edm.String", nullable: true, access: "read" },
});

const set = { name: "accounts", key: { parameter: "accountKey", property: "key", kind: "guid" }, type } as const;

/** Accounts on target systems. */
export const accounts: EntitySet = {
  ...set,
  list: verb(readList({ name: "accounts.list", table: "accounts", policy: "accounts_get_list" })),
  get: verb(readOne({ name: "accounts.get", table: "accounts", policy: "accounts_get" })),
};

/** The accounts of a user. */
export const accountsOfUser: EntitySet = {
  ...set,
  list: verb(
    readList({
      name: "users.listAccounts",
      table: "accounts",
      policy: "users_accounts_get_list",
      parent: { table: "users", policy: "users_get", column: "userKey" },
    }),
  ),
};

/** The accounts on a target system. */
export const accountsOfTargetSystem: EntitySet = {
  ...set,
  list: verb(
    readList({
      name: "targetSystems.listAccounts",
      table: "accounts",
      policy: "targetsystems_accounts_get_list",
      parent: { table: "targetSystems", policy: "targetsystems_get", column: "targetSystemKey" },
    }),
  ),
};
