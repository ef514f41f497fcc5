import { orderedColumns } from "#domain/query/ordered-columns.ts";
import { changePassword } from "#operations/accounts/change-password.ts";
import { createAccount } from "#operations/accounts/create-account.ts";
import { deleteAccount } from "#operations/accounts/delete-account.ts";
import { resetPassword } from "#operations/accounts/reset-password.ts";
import { updateAccount } from "#operations/accounts/update-account.ts";
import { verifyPassword } from "#operations/accounts/verify-password.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType } from "../odata/structured-type.ts";
import { attributesOfAccount, membershipsOfAccount } from "./account-parts.ts";
import { batchHeader, queued } from "./queued.ts";
import { setNamed } from "./set-named.ts";
import { targetAttributes } from "./target-attributes.ts";

const password = { type: "Edm.String", access: "write" } as const;

const mustChange = { type: "Edm.Boolean", nullable: true } as const;

/** Accounts on target systems; writes act on the target and answer with the operation that does it. */
export const accounts: EntitySet = {
  name: "accounts",
  source: "accounts",
  key: { parameter: "accountKey", property: "key", kind: "guid" },
  type: entityType("Account", {
    key: { type: "Edm.Guid", access: "read" },
    targetSystemKey: { type: "Edm.String", immutable: true },
    stableId: { type: "Edm.String", access: "read" },
    longId: { type: "Edm.String", access: "read" },
    shortId: { type: "Edm.String", immutable: true },
    displayId: { type: "Edm.String", access: "read" },
    userKey: { type: "Edm.Guid", nullable: true },
    enabled: { type: "Edm.Boolean" },
    locked: { type: "Edm.Boolean" },
    expired: { type: "Edm.Boolean", access: "read" },
    passwordExpired: { type: "Edm.Boolean", access: "read" },
    lastPasswordChange: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
    password: { ...password, nullable: true },
    associatedBy: { type: "Edm.String", nullable: true, access: "read", members: ["auto", "claim", "manual", "admin"] },
  }),
  allowedOrderByPropertiesList: orderedColumns.accounts,
  list: { policy: "accounts_get_list" },
  get: { policy: "accounts_get" },
  create: { ...verb(createAccount), ...queued, parameters: targetAttributes },
  update: {
    ...verb(updateAccount),
    ...queued,
    ...{ atOnce: true, asReadField: "asRead" },
    parameters: targetAttributes,
    headerFields: batchHeader,
  },
  remove: { ...verb(deleteAccount), ...queued },
  actions: {
    resetPassword: {
      ...verb(resetPassword),
      ...queued,
      parameters: { name: "ResetPasswordParameters", properties: { password, mustChange } },
      headerFields: batchHeader,
    },
    changePassword: {
      ...verb(changePassword),
      ...queued,
      parameters: { name: "ChangePasswordParameters", properties: { currentPassword: password, password } },
      headerFields: batchHeader,
    },
    verifyPassword: {
      ...verb(verifyPassword),
      ...queued,
      parameters: { name: "VerifyPasswordParameters", properties: { password } },
      headerFields: batchHeader,
    },
  },
  navigation: [
    {
      name: "user",
      relation: "user",
      many: false,
      constraint: "userKey",
      target: () => setNamed("users"),
      get: { policy: "accounts_user_get" },
    },
    {
      name: "targetSystem",
      relation: "targetSystem",
      many: false,
      constraint: "targetSystemKey",
      target: () => setNamed("targetSystems"),
      get: { policy: "accounts_targetsystem_get" },
    },
    attributesOfAccount,
    membershipsOfAccount,
  ],
};
