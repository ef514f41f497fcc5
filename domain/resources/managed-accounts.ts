import { passwordDoubtNames, passwordDoubts } from "../vault/password-doubt.ts";
import { text, guid, oneOf, integer, flag, list, time } from "./format/builders.ts";
import { alike, many, one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Accounts whose privileged passwords are managed. */
export const managedAccounts = resource("managedAccounts", {
  class: "owned",
  key: "key",
  entity: { type: "ManagedAccount", key: "managedAccountKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    managedSystemKey: guid().policy().shown("The managed system on which it is."),
    accountKey: guid().policy().shown("The account."),
    policyId: text().policy().shown("The policy that holds for it; HISTORICAL = it is managed no more."),
    name: text(400)
      .elsewhere()
      .searched("account/shortId")
      .shown("What the account is called on its target system; or was, where it is gone."),
    targetSystemKey: text().elsewhere().shown("The target system of the account."),
    accountName: text()
      .optional()
      .searched()
      .shown("What the account was called when it last went; null again once it is managed again."),
    status: oneOf(["C", "U", "conflict"])
      .policy()
      .shown("Whether its password is confirmed (C), uncertain (U) or in conflict."),
    conflictSince: time().optional().shown("Since when its passwords are in conflict; null = they are not."),
    doubt: oneOf(passwordDoubtNames)
      .optional()
      .shown(
        `Why its confirmed password is uncertain until its target has confirmed it again: ${Object.entries(
          passwordDoubts,
        )
          .map(([name, words]) => `${words} (${name})`)
          .join(", ")}; null = nothing speaks against it.`,
      ),
    /** Number of times that something other than the vault may have changed its password; it rises under the lock of the account. */
    doubts: integer().initially(0),
    lastRandomized: time().optional().shown("When its password was changed last; null = never."),
    nextRandomized: time().optional().shown("When its password is changed next; null = not planned."),
    checkoutCount: integer().elsewhere().shown("How many have its password checked out now."),
    checkoutLimit: integer().elsewhere().shown("How many may have its password checked out at once."),
    checkoutMinutes: integer().elsewhere().shown("For how many minutes its password may be checked out at most."),
    checkoutExtensions: integer().elsewhere().shown("How often a check-out of its password may be extended."),
    checkoutTicket: flag().elsewhere().shown("Whether a check-out of its password needs the number of a ticket."),
    checkoutAttended: flag().elsewhere().shown("Whether a second person has to be present at each disclosure."),
    disclosurePlugins: list(text()).elsewhere().shown("The ways in which its password may be shown."),
    mayBorrow: flag()
      .elsewhere()
      .shown("Whether who asks has a right by which one may have its password, and it is managed and not disabled."),
    mayTake: flag().elsewhere().shown("Whether who asks has its password without asking anybody (preApproved)."),
    mayBreakGlass: flag().elsewhere().shown("Whether who asks may have its password in an emergency (breakGlass)."),
    mayManage: flag().elsewhere().shown("Whether who asks answers for its check-outs (manage)."),
    /** Times at which we last tried passwords that the target refused, as far as they may count towards its lockout. */
    triedAt: list(time()).optional(),
    confirmWithoutVerify: flag()
      .elsewhere()
      .shown(
        "Whether a password counts without its target's word, because the target cannot say and its policy does without.",
      ),
    disabledReason: text(400).optional().shown("Why its password is not managed; null = it is."),
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
    unique("accountKey"),
    index("managedSystemKey"),
    index("policyId", "nextRandomized"),
    index("status", "policyId"),
  ],
  policies: {
    managedAccount: { lists: { rightKeys: { relation: "rights", through: "members", column: "userKey" } } },
  },
});
