import { accounts as resource } from "#domain/resources/accounts.ts";
import { sealed, flag } from "#domain/resources/format/builders.ts";
import { changePassword, resetPassword, verifyPassword } from "#operations/accounts/account-passwords.ts";
import { createAccount } from "#operations/accounts/create-account.ts";
import { deleteAccount } from "#operations/accounts/delete-account.ts";
import { updateAccount } from "#operations/accounts/update-account.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { inBatch, queued } from "./queued.ts";
import { resourceSet } from "./resource-set.ts";
import { attributeRows, attributeValues, targetAttributes } from "./target-attributes.ts";

const password = sealed().shown("The new password. It goes in and never comes out.");

const mustChange = flag()
  .optional()
  .shown("True if the owner must change the password at the next sign-in; null for the behavior of the target system.");

const ofTarget = { needs: ["targetSystemKey"], byName: true } as const;

/** Accounts on target systems; writes act on the target and answer with the operation that does it. */
export const accounts = resourceSet(resource, {
  properties: {
    attributeValues,
    passwordPolicyId: ofTarget,
    passwordPolicyIds: { needs: ["targetSystemKey", "userKey"], byName: true },
    passwordCodes: { needs: ["key", "targetSystemKey"], byName: true },
  },
  attachment: "account",
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
    ...inBatch,
    mayBeSynchronous: true,
    asReadField: "asRead",
    parameters: targetAttributes,
  },
  remove: { ...verb(deleteAccount), ...queued },
  actions: {
    resetPassword: action(resetPassword, { ...inBatch, parameters: { password, mustChange } }),
    changePassword: action(changePassword, {
      ...inBatch,
      parameters: { currentPassword: sealed().shown("The password that it has, as a proof."), password },
    }),
    verifyPassword: action(verifyPassword, {
      ...inBatch,
      parameters: { password: sealed().shown("The password to try.") },
    }),
  },
  ways: {
    user: "linked",
    targetSystem: "linked",
    grants: "linked",
    attributes: { contained: { ...attributeRows, usualOrder: ["name", "sequence"] } },
    groupMemberships: { contained: { ways: { group: "linked" } } },
  },
});
