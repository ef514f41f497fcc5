import { users as resource } from "#domain/resources/users.ts";
import { claimAccount } from "#operations/accounts/claim-account.ts";
import { resetPasswords } from "#operations/users/reset-passwords.ts";

import { verb } from "../odata/entity-set.ts";
import { batchHeader, queued } from "./queued.ts";
import { resourceSet } from "./resource-set.ts";
import { userAttributes, userCredentialVerbs, userCredentials } from "./user-parts.ts";

/** The people the service knows; created and changed by discovery, requests and operations. */
export const users = resourceSet(resource, {
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
  ways: {
    accounts: "linked",
    attributes: { contained: userAttributes },
    credentials: { contained: userCredentials, ...userCredentialVerbs },
    roles: "linked",
  },
});
