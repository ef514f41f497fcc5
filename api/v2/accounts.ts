import { accounts as resource } from "#domain/resources/accounts.ts";
import { changePassword } from "#operations/accounts/change-password.ts";
import { createAccount } from "#operations/accounts/create-account.ts";
import { deleteAccount } from "#operations/accounts/delete-account.ts";
import { resetPassword } from "#operations/accounts/reset-password.ts";
import { updateAccount } from "#operations/accounts/update-account.ts";
import { verifyPassword } from "#operations/accounts/verify-password.ts";

import { verb } from "../odata/entity-set.ts";
import { accountAttributes, accountMemberships } from "./account-parts.ts";
import { batchHeader, queued } from "./queued.ts";
import { resourceSet } from "./resource-set.ts";
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
export const accounts = resourceSet(resource, {
  properties: { attributeValues },
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
    ...{ mayBeSynchronous: true, asReadField: "asRead" },
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
  ways: {
    user: "linked",
    targetSystem: "linked",
    attributes: { contained: accountAttributes },
    groupMemberships: { contained: accountMemberships },
  },
});
