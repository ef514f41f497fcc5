import { flag, guid, list, sealed, text } from "#domain/resources/format/builders.ts";
import { users as resource } from "#domain/resources/users.ts";
import { claimAccount } from "#operations/accounts/claim-account.ts";
import { resetPasswords } from "#operations/users/reset-passwords.ts";

import { action } from "./action.ts";
import { inBatch, queued } from "./queued.ts";
import { resourceSet } from "./resource-set.ts";
import { userCredentials } from "./user-parts.ts";

/** The people the service knows; created and changed by discovery, requests and operations. */
export const users = resourceSet(resource, {
  actions: {
    resetPasswords: action(resetPasswords, {
      ...inBatch,
      parameters: {
        password: sealed().shown("The new password. It goes in and never comes out."),
        mustChange: flag()
          .optional()
          .shown("Whether it must be changed at the next login; null = as the target does it."),
        accountKeys: list(guid()).optional().shown("The accounts; left out = all that can be reset."),
      },
    }),
    claimAccount: action(claimAccount, {
      ...queued,
      parameters: {
        targetSystemKey: text().shown("The target system on which the account is."),
        shortId: text().shown("The name by which the account logs in."),
        password: sealed().shown("The password of the account, which proves that it is yours."),
      },
    }),
  },
  ways: { accounts: "linked", attributes: { contained: {} }, credentials: userCredentials, roles: "linked" },
});
