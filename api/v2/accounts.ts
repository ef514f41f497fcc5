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
import { attributeValues, targetAttributes } from "./target-attributes.ts";

const password = {
  type: "Edm.String",
  access: "write",
  description: "The new password. It goes in and never comes out.",
} as const;

const mustChange = {
  type: "Edm.Boolean",
  nullable: true,
  description: "Whether its owner must choose another one at the next login; null = as the target does it.",
} as const;

/** Accounts on target systems; writes act on the target and answer with the operation that does it. */
export const accounts: EntitySet = {
  name: "accounts",
  source: "accounts",
  key: { parameter: "accountKey", property: "key", kind: "guid" },
  type: entityType("Account", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    targetSystemKey: { type: "Edm.String", immutable: true, description: "The target system on which it is." },
    stableId: { type: "Edm.String", access: "read", description: "Its immutable id on the target." },
    longId: { type: "Edm.String", access: "read", description: "Its full name on the target." },
    shortId: { type: "Edm.String", immutable: true, description: "The name by which it logs in." },
    displayId: { type: "Edm.String", access: "read", description: "The name that people are shown." },
    userKey: { type: "Edm.Guid", nullable: true, description: "Its owner; null = nobody." },
    enabled: {
      type: "Edm.Boolean",
      description: "Whether it may log in; a PATCH enables or disables it on the target.",
    },
    locked: {
      type: "Edm.Boolean",
      description: "Whether failed logins have locked it; a PATCH with false unlocks it.",
    },
    expired: { type: "Edm.Boolean", access: "read", description: "Whether its end has come." },
    passwordExpired: { type: "Edm.Boolean", access: "read", description: "Whether its password must be changed." },
    lastPasswordChange: {
      type: "Edm.DateTimeOffset",
      nullable: true,
      access: "read",
      description: "When its password was changed last.",
    },
    password: {
      ...password,
      nullable: true,
      description: "The first password, or a new one; null = none is set. It goes in and never comes out.",
    },
    attributeValues,
    associatedBy: {
      type: "Edm.String",
      nullable: true,
      access: "read",
      members: ["auto", "claim", "manual", "admin"],
      description: "How it came to its owner.",
    },
  }),
  allowedOrderByPropertiesList: orderedColumns.accounts,
  list: { policy: "accounts_get_list" },
  get: { policy: "accounts_get" },
  create: {
    ...verb(createAccount),
    ...queued,
    parameters: targetAttributes,
    example: {
      targetSystemKey: "LDAP",
      shortId: "anna",
      attributeValues: { displayName: "Anna Example", mail: ["anna@example.test"] },
    },
  },
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
      parameters: {
        name: "ChangePasswordParameters",
        properties: {
          currentPassword: { ...password, description: "The password that it has, as a proof." },
          password,
        },
      },
      headerFields: batchHeader,
    },
    verifyPassword: {
      ...verb(verifyPassword),
      ...queued,
      parameters: {
        name: "VerifyPasswordParameters",
        properties: { password: { ...password, description: "The password to try." } },
      },
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
