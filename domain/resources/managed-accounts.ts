import { passwordDoubtNames, passwordDoubts } from "../vault/password-doubt.ts";
import { text, guid, oneOf, integer, flag, list, time } from "./format/builders.ts";
import { alike, many, one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Accounts whose privileged passwords are managed. */
export const managedAccounts = resource("managedAccounts", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "ManagedAccount", key: "managedAccountKey" },
  properties: {
    key: guid().policy().shown("Key of the managed account."),
    managedSystemKey: guid().policy().shown("Key of the managed system."),
    accountKey: guid().policy().shown("Key of the account."),
    policyId: text().policy().shown("Id of the managed system policy; HISTORICAL if the account is no longer managed."),
    name: text(400)
      .elsewhere()
      .searched("account/shortId")
      .shown("Name of the account on its target system, or its last name if it is gone."),
    targetSystemKey: text().elsewhere().shown("Key of the target system of the account."),
    accountName: text()
      .optional()
      .searched()
      .shown("Last name of the account when it stopped being managed; null if it is managed."),
    status: oneOf(["C", "U", "conflict"])
      .policy()
      .shown("Status of the password: confirmed (C), uncertain (U) or in conflict."),
    conflictSince: time().optional().shown("Time since which the passwords are in conflict; null if they are not."),
    doubt: oneOf(passwordDoubtNames)
      .optional()
      .shown(
        `Reason why the confirmed password is uncertain until the target system confirms it again: ${Object.entries(
          passwordDoubts,
        )
          .map(([name, words]) => `${words} (${name})`)
          .join(", ")}; null if it is not.`,
      ),
    /** Number of times that something other than the vault may have changed its password; it rises under the lock of the account. */
    doubts: integer().initially(0),
    lastRandomized: time().optional().shown("Time of the last randomization; null if never."),
    nextRandomized: time().optional().shown("Time of the next randomization; null if none is scheduled."),
    checkoutCount: integer().elsewhere().shown("Number of users who have the password checked out."),
    checkoutLimit: integer().elsewhere().shown("Number of users who may have the password checked out at once."),
    checkoutMinutes: integer().elsewhere().shown("Longest check-out of the password, in minutes."),
    checkoutExtensions: integer()
      .elsewhere()
      .shown("Number of times that a check-out of the password may be extended."),
    checkoutTicket: flag().elsewhere().shown("True if a check-out of the password needs a ticket number."),
    checkoutAttended: flag().elsewhere().shown("True if a second person must be present at each disclosure."),
    disclosurePlugins: list(text()).elsewhere().shown("Methods by which the password may be disclosed."),
    mayBorrow: flag()
      .elsewhere()
      .shown("True if the caller has a permission to check out the password, and the account is managed and enabled."),
    mayTake: flag().elsewhere().shown("True if the caller may check out the password without approval (preApproved)."),
    mayBreakGlass: flag().elsewhere().shown("True if the caller may use emergency access (breakGlass)."),
    mayManage: flag().elsewhere().shown("True if the caller manages its check-outs (manage)."),
    /** Times at which we last tried passwords that the target refused, as far as they may count towards its lockout. */
    triedAt: list(time()).optional(),
    confirmWithoutVerify: flag()
      .elsewhere()
      .shown(
        "True if a password counts as confirmed without a test, because the target system cannot test it and the policy allows that.",
      ),
    disabledReason: text(400).optional().shown("Reason why the password is not managed; null if it is."),
  },
  relations: {
    account: one("accounts", "accountKey"),
    managedSystem: one("managedSystems", "managedSystemKey"),
    policy: one("managedSystemPolicies", "policyId"),
    checkouts: many("checkouts", "managedAccountKey"),
    passwordHistory: many("vaultEntries", "managedAccountKey"),
    orders: many("vaultOrders", "managedAccountKey"),
    rights: alike("checkoutRights", "policyId", "policyId"),
    dependants: many("managedAccountDependants", "managedAccountKey"),
  },
  indexes: [
    unique("homeNode", "accountKey"),
    index("managedSystemKey"),
    index("policyId", "nextRandomized"),
    index("status", "policyId"),
  ],
  policies: {
    managedAccount: { lists: { rightKeys: { relation: "rights", through: "members", column: "userKey" } } },
  },
});
