import { orderedColumns } from "#domain/query/ordered-columns.ts";
import { claimAccount } from "#operations/accounts/claim-account.ts";
import { resetPasswords } from "#operations/users/reset-passwords.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";
import { batchHeader, queued } from "./queued.ts";
import { setNamed } from "./set-named.ts";
import { attributesOfUser, credentialsOfUser } from "./user-parts.ts";

/** The people the service knows; created and changed by discovery, requests and operations. */
export const users: EntitySet = {
  name: "users",
  source: "users",
  key: { parameter: "userKey", property: "key", kind: "guid" },
  type: entityType("User", {
    key: { type: "Edm.Guid", access: "read" },
    id: { type: "Edm.String", access: "read" },
    displayName: { type: "Edm.String", nullable: true, access: "read" },
    locked: { type: "Edm.Boolean", access: "read" },
    disabled: { type: "Edm.Boolean", access: "read" },
  }),
  allowedOrderByPropertiesList: orderedColumns.users,
  list: { policy: "users_get_list" },
  get: { policy: "users_get" },
  actions: {
    resetPasswords: {
      ...verb(resetPasswords),
      ...queued,
      parameters: {
        name: "ResetPasswordsParameters",
        properties: {
          password: { type: "Edm.String", access: "write" },
          mustChange: { type: "Edm.Boolean", nullable: true },
          accountKeys: { type: "Edm.Guid", collection: true, nullable: true },
        },
      },
      headerFields: batchHeader,
    },
    claimAccount: {
      ...verb(claimAccount),
      ...queued,
      parameters: {
        name: "ClaimAccountParameters",
        properties: {
          targetSystemKey: { type: "Edm.String" },
          shortId: { type: "Edm.String" },
          password: { type: "Edm.String", access: "write" },
        },
      },
    },
  },
  navigation: [
    {
      name: "accounts",
      relation: "accounts",
      many: true,
      target: () => setNamed("accounts"),
      list: { policy: "users_accounts_get_list" },
    },
    attributesOfUser,
    credentialsOfUser,
    {
      name: "roles",
      relation: "roles",
      many: true,
      target: () => setNamed("roles"),
      list: { policy: "users_roles_get_list" },
    },
  ],
};
