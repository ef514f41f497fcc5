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
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    id: { type: "Edm.String", access: "read", description: "The name by which people sign in." },
    displayName: {
      type: "Edm.String",
      nullable: true,
      access: "read",
      description: "The name that people are shown; null = none.",
    },
    locked: { type: "Edm.Boolean", access: "read", description: "Whether signing in is barred." },
    disabled: {
      type: "Edm.Boolean",
      access: "read",
      description: "Whether the person is shut out until somebody enables them.",
    },
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
          password: {
            type: "Edm.String",
            access: "write",
            description: "The new password. It goes in and never comes out.",
          },
          mustChange: {
            type: "Edm.Boolean",
            nullable: true,
            description: "Whether it must be changed at the next login; null = as the target does it.",
          },
          accountKeys: {
            type: "Edm.Guid",
            collection: true,
            nullable: true,
            description: "The accounts; left out = all that can be reset.",
          },
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
          targetSystemKey: { type: "Edm.String", description: "The target system on which the account is." },
          shortId: { type: "Edm.String", description: "The name by which the account logs in." },
          password: {
            type: "Edm.String",
            access: "write",
            description: "The password of the account, which proves that it is yours.",
          },
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
